# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# For find_package(stiction): the component "core" is stiction::core (static; libc and libm only), "full" is
# stiction::stiction (shared).  Without COMPONENTS: those that are installed.
set(stiction_file_core ${CMAKE_CURRENT_LIST_DIR}/stiction-core.cmake)
set(stiction_file_full ${CMAKE_CURRENT_LIST_DIR}/stiction.cmake)
foreach(component core full)
    set(stiction_${component}_FOUND FALSE)
    if(EXISTS ${stiction_file_${component}})
        include(${stiction_file_${component}})
        set(stiction_${component}_FOUND TRUE)
    endif()
endforeach()
foreach(component ${stiction_FIND_COMPONENTS})
    if(stiction_FIND_REQUIRED_${component} AND NOT stiction_${component}_FOUND)
        set(stiction_FOUND FALSE)
        set(stiction_NOT_FOUND_MESSAGE
            "stiction: the component \"${component}\" is not installed; there are core and full")
    endif()
endforeach()
unset(stiction_file_core)
unset(stiction_file_full)
