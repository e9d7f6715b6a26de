import { listDriveFiles } from '../list-drive-files.ts'

/** The spreadsheets of the account that people may choose, the newest first. */
export const listSpreadsheets = listDriveFiles("mimeType = 'application/vnd.google-apps.spreadsheet'")
