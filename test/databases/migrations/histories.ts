import type { History } from '../../support/schema-history.js'

/** Ten applications of 20 versions each, as teams change their schemas: see `History` for how a change is written. */
export const histories: readonly History[] = [
  {
    name: 'shop',
    versions: [
      `+ customer(id +, name v40!, email v80, street v60, city v40)
       + product(id +, title v100!, price d8.2=0)
       + purchase(id +, customer_id i, placed ts)
       + purchase_line(id +, purchase_id i, product_id i, quantity i!=1)
       purchase ref customer_id customer
       purchase_line ref purchase_id purchase cascade
       purchase_line ref product_id product`,
      'product + sku v20',
      'product unique sku',
      'customer.name > full_name',
      `+ category(id +, name v40!)
       product + category_id i
       product ref category_id category setnull`,
      'product.price = d10.4=0',
      'purchase + state enum(open|paid|sent)=open',
      {
        changes: `+ address(id +, customer_id i, street v60, city v40)
          address ref customer_id customer cascade`,
        up: ['INSERT INTO address (id, customer_id, street, city) SELECT id + 100, id, street, city FROM customer'],
        down: ['DELETE FROM address WHERE id > 100'],
        effect: (rows) => {
          for (const { id, street, city } of rows.get('customer')!)
            rows.get('address')!.push({ id: String(Number(id) + 100), customer_id: id!, street: street!, city: city! })
        },
      },
      `customer - street
       customer - city`,
      'purchase behavior timestampable',
      'category behavior nested_set',
      'purchase.state = enum(open|paid|sent|returned)=open',
      `product behavior versionable
       purchase_line index product_id,quantity`,
      `category > shelf
       product.category_id > shelf_id`,
      'product + weight f',
      'customer.email = v120',
      'customer behavior soft_delete',
      'product.title > name',
      `purchase_line no ref product_id
       purchase_line ref product_id product restrict`,
      'product about What we sell',
    ],
  },
  {
    name: 'blog',
    versions: [
      `+ author(id +, name v40!)
       + post(id +, author_id i, title v100!, body text, published b=false)
       post ref author_id author cascade`,
      'post index title',
      `+ comment(id +, post_id i, body text, made ts=now)
       comment ref post_id post cascade`,
      'post behavior sluggable',
      `+ tag(id +, name v30!)
       + post_tag(post_id i*, tag_id i*)
       post_tag ref post_id post cascade
       post_tag ref tag_id tag cascade`,
      'tag unique name',
      'post behavior timestampable',
      `post + summary v200
       post behavior i18n i18n_columns=summary`,
      'comment + email v80',
      'comment.body > content',
      'post.published = b!=false',
      `post_tag + id +
       post_tag key id
       post_tag unique post_id,tag_id`,
      'post_tag behavior sortable use_scope=true scope_column=post_id',
      'author > writer',
      'writer + bio text',
      'post.author_id > writer_id',
      'post behavior archivable',
      'comment - email',
      `post no behavior sluggable
       post + slug v255`,
      'tag option Charset=utf8mb4 Collate=utf8mb4_unicode_ci',
    ],
  },
  {
    name: 'tickets',
    versions: [
      `+ person(id +, login v30!)
       + project(id +, code c4!, name v60)
       + ticket(id +, project_id i, subject v120!, reporter_id i)
       ticket ref project_id project cascade
       ticket ref reporter_id person setnull`,
      `ticket + owner_id i
       ticket ref owner_id person setnull`,
      'person unique login',
      'ticket + priority si!=3',
      'ticket index project_id,priority',
      'ticket + state enum(open|closed)=open',
      `+ note(id +, ticket_id i, body text)
       note ref ticket_id ticket cascade`,
      'note behavior timestampable',
      'ticket.state = enum(open|waiting|closed|rejected)=open',
      `ticket + parent_id i
       ticket ref parent_id ticket`,
      'ticket.priority = i!=3',
      'ticket no index project_id,priority\nticket index priority',
      'ticket behavior versionable log_created_at=true',
      'ticket.subject > title',
      {
        changes: 'ticket + reference v40',
        up: ["UPDATE ticket SET reference = 'T' WHERE id < 10"],
        down: ["UPDATE ticket SET reference = NULL WHERE reference = 'T'"],
        effect: (rows) => {
          for (const row of rows.get('ticket')!) if (Number(row.id) < 10) row.reference = 'T'
        },
      },
      `+ milestone(id +, project_id i, due date)
       milestone ref project_id project cascade
       ticket + milestone_id i
       ticket ref milestone_id milestone setnull`,
      'note > remark',
      'person.login = v60!',
      'ticket no behavior versionable',
      'project schema work\nticket schema work\nmilestone schema work\nremark schema work',
    ],
  },
  {
    name: 'wiki',
    versions: [
      `+ page(id +, title v100!, body text)
       + revision(id +, page_id i, counter i, body text, made ts)
       revision ref page_id page cascade`,
      'page unique title',
      '+ editor(id +, name v40)\nrevision + editor_id i\nrevision ref editor_id editor',
      'page behavior nested_set use_scope=true',
      'page + locked b=false',
      'revision + size i=0',
      'revision.size > bytes',
      'revision.bytes = bi=0',
      '+ attachment(id +, page_id i, name v60!, data blob)\nattachment ref page_id page cascade',
      'attachment unique page_id,name',
      'page behavior timestampable',
      'revision index page_id,made',
      'page.title = v200!',
      'page no unique title',
      'page behavior sluggable slug_column=path',
      '+ link(from_id i*, to_id i*)\nlink ref from_id page cascade\nlink ref to_id page cascade',
      'attachment + kind enum(image|text|other)=other',
      'revision key page_id,counter',
      'page - locked',
      'attachment > file\nfile.name > filename',
    ],
  },
  {
    name: 'forum',
    versions: [
      `+ member(id +, nick v30!, mail v80!)
       + board(id +, name v40!)
       + thread(id +, board_id i, member_id i, title v100)
       + message(id +, thread_id i, member_id i, body text)
       thread ref board_id board cascade
       thread ref member_id member setnull
       message ref thread_id thread cascade
       message ref member_id member setnull`,
      'member unique nick',
      'board behavior sortable',
      'thread + views i!=0',
      'message behavior soft_delete',
      'member + joined date',
      'member + karma si=0',
      'member.karma = bi=0',
      'thread index board_id,title',
      '+ vote(message_id i*, member_id i*, points si!=1)\nvote ref message_id message cascade\nvote ref member_id member cascade',
      'thread behavior timestampable',
      'member.nick > handle',
      'member + signature v255',
      'member.signature = text',
      'board + parent_id i\nboard ref parent_id board setnull',
      'message no behavior soft_delete\nmessage behavior archivable',
      'vote + id +\nvote key id\nvote unique message_id,member_id',
      'thread no index board_id,title',
      'thread > topic\nmessage.thread_id > topic_id',
      'message option RowFormat=Dynamic Charset=utf8mb4',
    ],
  },
  {
    name: 'booking',
    versions: [
      `+ guest(id +, name v60!)
       + room(id +, number v10!, beds si!=1)
       + booking(id +, guest_id i, room_id i, arrives date, leaves date)
       booking ref guest_id guest
       booking ref room_id room`,
      'room unique number',
      'booking index arrives,leaves',
      'booking + price d8.2=0',
      'booking + state enum(asked|confirmed)=asked',
      '+ hotel(id +, name v60!, stars si)\nroom + hotel_id i\nroom ref hotel_id hotel cascade',
      'room no unique number\nroom unique hotel_id,number',
      'booking.state = enum(asked|confirmed|cancelled)=asked',
      'guest + mail v80\nguest + phone v30',
      'booking behavior timestampable',
      'guest + code uuid',
      '+ extra(id +, title v40!, price d6.2!=0)\n+ booking_extra(booking_id i*, extra_id i*)\nbooking_extra ref booking_id booking cascade\nbooking_extra ref extra_id extra cascade',
      'booking_extra + amount i!=1',
      'booking.price = d12.2=0',
      'room.beds > places',
      'room behavior versionable',
      'hotel + about text\nhotel behavior i18n i18n_columns=about',
      'booking + comment v200',
      'booking.comment > wish',
      'hotel schema estate\nroom schema estate',
    ],
  },
  {
    name: 'accounting',
    versions: [
      `+ account(code v10*, name v60!)
       + entry(id +, debit v10, credit v10, amount d12.2!=0, booked date)
       entry ref debit account
       entry ref credit account`,
      'entry index booked',
      'entry + text v100',
      '+ period(id +, starts date, closed b!=false)\nentry + period_id i\nentry ref period_id period',
      'account + kind enum(asset|debt|income|cost)=asset',
      'account + parent v10\naccount ref parent account',
      'entry.amount = d16.4!=0',
      'entry behavior blameable',
      '+ invoice(id +, number v20!, issued date, total d12.2)\ninvoice unique number',
      'entry + invoice_id i\nentry ref invoice_id invoice setnull',
      'invoice behavior archivable',
      'entry.text = v255',
      'invoice + currency c3!=EUR',
      'account.name > title',
      'entry behavior timestampable',
      '+ rate(currency c3*, day date*, value f!=1)',
      'period unique starts',
      'rate.value > factor',
      'invoice.total = d14.2',
      'entry about Double entry',
    ],
  },
  {
    name: 'learning',
    versions: [
      `+ student(id +, name v60!)
       + course(id +, title v100!)
       + enrolment(student_id i*, course_id i*)
       enrolment ref student_id student cascade
       enrolment ref course_id course cascade`,
      'enrolment + since date',
      '+ lesson(id +, course_id i, title v100!, place i)\nlesson ref course_id course cascade',
      'lesson - place\nlesson behavior sortable use_scope=true scope_column=course_id',
      'course + tutor v60',
      {
        changes: '+ teacher(id +, name v60)\ncourse + teacher_id i\ncourse ref teacher_id teacher setnull',
        up: [
          'INSERT INTO teacher (id, name) SELECT id + 100, tutor FROM course',
          'UPDATE course SET teacher_id = id + 100',
        ],
        down: ['UPDATE course SET teacher_id = NULL WHERE teacher_id > 100', 'DELETE FROM teacher WHERE id > 100'],
        effect: (rows) => {
          for (const row of rows.get('course')!) {
            rows.get('teacher')!.push({ id: String(Number(row.id) + 100), name: row.tutor! })
            row.teacher_id = String(Number(row.id) + 100)
          }
        },
      },
      'course - tutor',
      'enrolment + grade d4.2',
      '+ quiz(id +, lesson_id i, questions json)\nquiz ref lesson_id lesson cascade',
      'enrolment + id +\nenrolment key id\nenrolment unique student_id,course_id',
      '+ answer(id +, quiz_id i, enrolment_id i, given text, right_one b)\nanswer ref quiz_id quiz cascade\nanswer ref enrolment_id enrolment cascade',
      'student + mail v80\nstudent index mail',
      'course behavior sluggable',
      'enrolment.grade = d6.3',
      'lesson behavior timestampable disable_created_at=true',
      'answer.given > text_of_student',
      'student behavior soft_delete deleted_column=left_at',
      'course no behavior sluggable',
      'enrolment > attendance\nanswer.enrolment_id > attendance_id',
      'lesson option Collate=utf8mb4_bin',
    ],
  },
  {
    name: 'telemetry',
    versions: [
      `+ device(id +, serial v30!)
       + reading(id bi+, device_id i, taken ts, value f)
       reading ref device_id device cascade`,
      'device unique serial',
      'reading index device_id,taken',
      '+ sensor(id +, device_id i, kind v20!)\nsensor ref device_id device cascade',
      'reading + sensor_id i\nreading ref sensor_id sensor',
      'reading + quality si=100',
      'sensor.kind = v40!',
      'device + seen ts',
      'reading.quality = i=100',
      '+ alarm(id +, token uuid!, sensor_id i, above f, below f)\nalarm ref sensor_id sensor cascade',
      'device + place v40\ndevice + lat d9.6\ndevice + lon d9.6',
      'device.serial > serial_number',
      'alarm behavior timestampable',
      'reading no index device_id,taken\nreading index taken',
      'device - place\nalarm key token',
      '+ site(id +, name v60)\ndevice + site_id i\ndevice ref site_id site setnull',
      'sensor unique device_id,kind',
      'reading.value > amount',
      'device + firmware set(a|b|c)',
      'reading option MaxRows=1000000\nreading schema metrics\nsensor schema metrics',
    ],
  },
  {
    name: 'staff',
    versions: [
      `+ employee(id +, name v60!, born date)
       + department(id +, name v40!, head_id i)
       employee + department_id i
       employee ref department_id department
       department ref head_id employee`,
      'employee + boss_id i\nemployee ref boss_id employee setnull',
      'employee + salary d10.2=0',
      'department unique name',
      '+ absence(id +, employee_id i, starts date, ends date)\nabsence ref employee_id employee cascade',
      'absence + kind enum(holiday|illness)=holiday',
      'employee behavior versionable log_created_by=true',
      'employee.name > full_name',
      'absence.kind = enum(holiday|illness|parental)=holiday',
      '+ contract(employee_id i*, version_of si*, hours d4.2!=40)\ncontract ref employee_id employee cascade',
      'contract.hours = d6.3!=40',
      'employee + badge uuid',
      'department behavior nested_set',
      'employee no ref boss_id\nemployee ref boss_id employee restrict',
      'absence index employee_id,starts',
      'department > unit\nemployee.department_id > unit_id',
      'contract + note v100',
      'employee no behavior versionable\nemployee behavior archivable',
      '+ skill(id +, name v40!)\n+ employee_skill(employee_id i*, skill_id i*, level si!=1)\nemployee_skill ref employee_id employee cascade\nemployee_skill ref skill_id skill cascade',
      'skill behavior sortable',
    ],
  },
]
