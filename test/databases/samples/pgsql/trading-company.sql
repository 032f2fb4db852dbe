CREATE TABLE categories (category_id smallint NOT NULL PRIMARY KEY, category_name character varying(15) NOT NULL, description text, picture bytea);
CREATE TABLE customers (customer_id character varying(5) NOT NULL PRIMARY KEY, company_name character varying(40) NOT NULL, fax character varying(24));
CREATE TABLE employees (employee_id smallint NOT NULL PRIMARY KEY, last_name varchar(20) NOT NULL, birth_date date, photo bytea, reports_to smallint REFERENCES employees);
CREATE TABLE orders (order_id smallint NOT NULL PRIMARY KEY, customer_id varchar(5) REFERENCES customers, employee_id smallint REFERENCES employees, order_date date, freight real, ship_name varchar(40));
CREATE TABLE products (product_id smallint NOT NULL PRIMARY KEY, product_name varchar(40) NOT NULL, category_id smallint REFERENCES categories, unit_price real, discontinued integer NOT NULL, CHECK (unit_price >= 0));
CREATE TABLE order_details (order_id smallint NOT NULL REFERENCES orders, product_id smallint NOT NULL REFERENCES products, unit_price real NOT NULL, quantity smallint NOT NULL, discount real NOT NULL, PRIMARY KEY (order_id, product_id));
CREATE TABLE us_states (state_id smallint NOT NULL PRIMARY KEY, state_abbr varchar(2));
CREATE VIEW order_totals AS SELECT order_id, sum(unit_price * quantity * (1 - discount)) AS total FROM order_details GROUP BY order_id;
