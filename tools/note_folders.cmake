# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Run by cmake --install before it copies anything: adds to the file `list` each of `folders` under the prefix,
# and of the folders above them, that is not there yet, so that the installation makes it.  uninstall.cmake
# removes those of them that are empty.
set(made "")
foreach(folder ${folders})
    get_filename_component(path "${folder}" ABSOLUTE BASE_DIR "${CMAKE_INSTALL_PREFIX}")
    while(NOT EXISTS "$ENV{DESTDIR}${path}")
        list(APPEND made "$ENV{DESTDIR}${path}")
        get_filename_component(path "${path}" DIRECTORY)
    endwhile()
endforeach()
if(made)
    list(REMOVE_DUPLICATES made)
    list(JOIN made "\n" made)
    file(APPEND "${list}" "${made}\n")
endif()
