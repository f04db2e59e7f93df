/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "plugin.h"

#include "command.h"
#include "files.h"
#include "message.h"

int plugins_load(const Texts *files, StnCatalog *catalog)
{
    int code = EXIT_DONE;
    for (int i = 0; i < files->count && code == EXIT_DONE; i++) {
        StnError error = {.status = STN_OK};
        code = files_was_read("--plugin", files->item[i]);
        if (code == EXIT_DONE && stn_plugin_load(catalog, files->item[i], &error) != STN_OK)
            code = report_error(&error);
    }
    return code;
}
