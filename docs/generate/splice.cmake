# Replaces what stands between two comments of a document.
#
#   cmake -DDOCUMENT=... -DBLOCK=... -DOUTPUT=... -P splice.cmake
#
# Writes OUTPUT: DOCUMENT with the contents of the file BLOCK between the
# comments "<!-- generated: ... -->" and "<!-- end -->", of which there is one
# pair.
file(READ "${DOCUMENT}" text)
file(READ "${BLOCK}" block)
string(FIND "${text}" "<!-- generated: " begin)
string(FIND "${text}" "<!-- end -->" end)
if(begin EQUAL -1 OR end LESS begin)
  message(FATAL_ERROR "${DOCUMENT} has no place for what is generated")
endif()
string(SUBSTRING "${text}" 0 ${begin} head)
string(SUBSTRING "${text}" ${begin} -1 rest)
string(FIND "${rest}" "\n" line)
string(SUBSTRING "${rest}" 0 ${line} comment)
string(SUBSTRING "${text}" ${end} -1 tail)
file(WRITE "${OUTPUT}" "${head}${comment}\n\n${block}\n${tail}")
