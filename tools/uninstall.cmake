# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Removes what the last "cmake --install BUILD_DIR" put in place, from the lists that it left behind,
# and the folders that it made and that are empty then.  DESTDIR counts as it does for the installation.
# Usage: cmake -DBUILD_DIR=... -P uninstall.cmake
file(GLOB manifests "${BUILD_DIR}/install_manifest*.txt")
if(NOT manifests)
    message(FATAL_ERROR "nothing to remove: there is no install_manifest.txt in ${BUILD_DIR}")
endif()
foreach(manifest ${manifests})
    file(STRINGS "${manifest}" files)
    foreach(file ${files})
        set(file "$ENV{DESTDIR}${file}")
        if(EXISTS "${file}" OR IS_SYMLINK "${file}")
            message(STATUS "Removing ${file}")
            file(REMOVE "${file}")
            if(EXISTS "${file}" OR IS_SYMLINK "${file}")
                message(FATAL_ERROR "cannot remove ${file}")
            endif()
        endif()
    endforeach()
    file(REMOVE "${manifest}")
endforeach()
set(list "${BUILD_DIR}/install_folders.txt")
if(EXISTS "${list}")
    file(STRINGS "${list}" folders)
    list(REMOVE_DUPLICATES folders)
    list(SORT folders ORDER DESCENDING) # inner ones first
    foreach(folder ${folders})
        file(GLOB left LIST_DIRECTORIES true "${folder}/*" "${folder}/.*")
        list(FILTER left EXCLUDE REGEX "/\\.\\.?$")
        if(IS_DIRECTORY "${folder}" AND NOT left)
            file(REMOVE_RECURSE "${folder}")
        endif()
    endforeach()
    file(REMOVE "${list}")
endif()
