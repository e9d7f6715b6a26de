import { listDriveFiles } from '../list-drive-files.ts'

/** The files of the account that people may choose, the newest first. */
export const listFiles = listDriveFiles("mimeType != 'application/vnd.google-apps.folder'")
