module.exports = (grunt) => {
  grunt.initConfig({
    orm_sql: { all: { src: 'schema.xml' } },
    orm_model: { all: { src: 'schema.xml' } },
    orm_output: { all: { src: 'schema.xml' } },
  })
  grunt.loadNpmTasks('grunt-orm')
  grunt.registerTask('default', ['orm_sql', 'orm_model', 'orm_output'])
}
