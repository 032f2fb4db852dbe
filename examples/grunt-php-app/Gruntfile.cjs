module.exports = (grunt) => {
  grunt.initConfig({
    orm_sql: { all: { src: '*schema.xml', dest: 'generated-sql' } },
    orm_model: { all: { src: '*schema.xml', dest: 'generated-classes' } },
    orm_config: { all: { src: 'orm.yaml', dest: 'generated-conf' } },
    orm_insert: { all: {} },
    watch: { model: { files: ['*schema.xml', 'orm.yaml'], tasks: ['default'] } },
  })
  grunt.loadNpmTasks('grunt-orm')
  grunt.loadNpmTasks('grunt-contrib-watch')
  grunt.registerTask('default', ['orm_sql', 'orm_model', 'orm_config'])
}
