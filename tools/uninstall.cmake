# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Removes what the last "cmake --install BUILD_DIR" put in place, from the lists that it left behind,
# and the folders of our own that are empty then.  DESTDIR counts as it does for the installation.
# Usage: cmake -DBUILD_DIR=... -P uninstall.cmake
file(GLOB manifests ${BUILD_DIR}/install_manifest*.txt)
if(NOT manifests)
    message(FATAL_ERROR "nothing to remove: there is no install_manifest.txt in ${BUILD_DIR}")
endif()
foreach(manifest ${manifests})
    file(STRINGS ${manifest} files)
    foreach(file ${files})
        set(file "$ENV{DESTDIR}${file}")
        if(EXISTS "${file}" OR IS_SYMLINK "${file}")
            message(STATUS "Removing ${file}")
            file(REMOVE "${file}")
            if(EXISTS "${file}" OR IS_SYMLINK "${file}")
                message(FATAL_ERROR "cannot remove ${file}")
            endif()
        endif()
        get_filename_component(folder "${file}" DIRECTORY)
        get_filename_component(name "${folder}" NAME)
        if(name STREQUAL "stiction" AND IS_DIRECTORY "${folder}")
            file(GLOB left LIST_DIRECTORIES true "${folder}/*")
            if(NOT left)
                file(REMOVE_RECURSE "${folder}")
            endif()
        endif()
    endforeach()
    file(REMOVE ${manifest})
endforeach()
