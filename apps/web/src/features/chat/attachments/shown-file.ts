import {
  type ChatMessage,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Upload,
} from '@runnel/contract'

/** A file of a person's message as the conversation shows it. */
export interface ShownFile {
  /** Its place among the files of the message, from 0 on. */
  place: number
  name: string
  mime: string
  /** Its content as a data URL, or the address of one that lies elsewhere. */
  data?: string
  /** The conversation that the server keeps it for. */
  keptFor?: { chatflowId: string; chatId: string }
}

/** Files as they are sent. */
export function showUploads(uploads: readonly Upload[] = []): ShownFile[] {
  return uploads.map(({ name, mime = '', data }, place) => ({
    place,
    name,
    mime,
    ...(data === undefined ? {} : { data }),
  }))
}

/** The files of a stored message. Those that another program wrote in a form of its own are left out. */
export function readStoredFiles({ fileUploads, chatflowid, chatId }: ChatMessage): ShownFile[] {
  if (!Array.isArray(fileUploads)) return []
  return fileUploads.flatMap((file: unknown, place): ShownFile[] =>
    readNamed(file, place).map((named) => {
      const { type, data } = file as JsonObject
      if (typeof type === 'string' && type.startsWith('stored-file'))
        return { ...named, keptFor: { chatflowId: chatflowid, chatId } }
      return { ...named, ...(typeof data === 'string' ? { data } : {}) }
    }),
  )
}

/** Files as the browser remembers them: without their content. */
export function nameFiles(files: readonly ShownFile[] = []): JsonValue {
  return files.map(({ name, mime }) => ({ name, mime }))
}

/** The files that the browser remembers by name. */
export function readNamedFiles(value: unknown): ShownFile[] {
  return Array.isArray(value) ? value.flatMap(readNamed) : []
}

function readNamed(file: unknown, place: number): ShownFile[] {
  if (!isJsonObject(file) || typeof file.name !== 'string') return []
  return [{ place, name: file.name, mime: typeof file.mime === 'string' ? file.mime : '' }]
}

/** True for an image that can be drawn without asking another server for it. */
export function isDrawable({ mime, data, keptFor }: ShownFile): boolean {
  return mime.startsWith('image/') && (keptFor !== undefined || data?.startsWith('data:image/') === true)
}

/** True when what is shown lies at a web address elsewhere. */
export function liesElsewhere({ data }: ShownFile): boolean {
  return data !== undefined && /^https?:/i.test(data)
}
