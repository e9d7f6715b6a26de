import type { Upload } from '@runnel/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { makeId } from '../../../make-id.ts'
import type { ChatStore } from '../chat-store.ts'
import { checkFiles, type RefusedFile } from './check-files.ts'
import { findUse, type UploadRules } from './upload-rules.ts'

/** A file that goes with the next question. */
export interface Attachment {
  id: string
  name: string
  /** As what it goes with the question. */
  as: Upload['type']
  mime: string
  /** In bytes. */
  size: number
  /** Its content as a data URL; absent while it is read. */
  data?: string
}

/** What lies beside the question that is being written. */
export interface AttachmentState {
  items: readonly Attachment[]
  /** Files of the last try that cannot go with it. */
  refused: readonly RefusedFile[]
  /** The words of a question with files that the server did not take. */
  returned: string
}

/** The files for the next question of a conversation. */
export interface Attachments {
  store: StoreApi<AttachmentState>
  /** Takes the files that these rules take and that fit. */
  add(files: readonly File[], rules: UploadRules): Promise<void>
  remove(id: string): void
  /** Gives the files for a question that is sent now. They come back when the server does not take it. */
  take(question: string): Upload[]
}

/** Makes the files of a conversation; `read` gives a file as a data URL. */
export function createAttachments(
  chat: ChatStore,
  read: (file: File) => Promise<string> = readFile,
): Attachments {
  const store = createStore<AttachmentState>(() => ({ items: [], refused: [], returned: '' }))
  let underway: { question: string; items: readonly Attachment[] } | undefined
  chat.subscribe(({ phase }, before) => {
    if (before.phase !== 'sending' || phase === 'sending') return
    const sent = underway
    underway = undefined
    if (sent === undefined || phase !== 'idle') return
    store.setState(({ items }) => ({ items: [...sent.items, ...items], returned: sent.question }))
  })
  const remove = (id: string) =>
    store.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }))
  const load = async (file: File, id: string) => {
    try {
      const data = await read(file)
      store.setState(({ items }) => ({
        items: items.map((item) => (item.id === id ? { ...item, data } : item)),
      }))
    } catch {
      remove(id)
      store.setState(({ refused }) => ({
        refused: [...refused, { name: file.name, reason: 'unreadable' as const }],
      }))
    }
  }
  return {
    store,
    async add(files, rules) {
      const { items } = store.getState()
      const { taken, refused } = checkFiles(files, { held: items, rules })
      const added = taken.map((file) => ({ file, id: makeId() }))
      const shown = added.map(({ file, id }) => {
        const { as, mime } = findUse(rules, file) ?? { as: 'file' as const, mime: file.type }
        return { id, as, name: file.name, mime, size: file.size }
      })
      store.setState({ items: [...items, ...shown], refused })
      await Promise.all(added.map(({ file, id }) => load(file, id)))
    },
    remove(id) {
      remove(id)
      store.setState({ refused: [] })
    },
    take(question) {
      const { items } = store.getState()
      if (items.length > 0) underway = { question, items }
      store.setState({ items: [], refused: [] })
      return items.flatMap(({ as: type, name, mime, data }) =>
        data === undefined ? [] : [{ type, name, mime, data }],
      )
    },
  }
}

function readFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
