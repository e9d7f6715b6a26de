import type { JsonValue } from '@runnel/contract'
import { makeId } from '../../make-id.ts'
import { nameFiles, readNamedFiles, showUploads } from './attachments/shown-file.ts'
import type { ChatInput } from './chat-calls.ts'
import { type ChatEntry, makeUserEntry } from './chat-entry.ts'
import { describeForm } from './describe-form.ts'

/** What was asked, as the browser remembers it until the server has stored it. */
export interface Asked {
  asked: string
  /** The files that came with it, by name. */
  files?: JsonValue | undefined
}

/** What the browser remembers when nothing is asked. */
export const nothingAsked = { asked: undefined, files: undefined }

/** What the person sends now, as an entry. */
export function makeAskedEntry(input: ChatInput): ChatEntry {
  if ('form' in input) return makeUserEntry(makeId(), describeForm(input.form))
  return makeUserEntry(makeId(), input.question, showUploads(input.uploads))
}

/** What is to be remembered of what the person sent. */
export function rememberAsked({ text, files }: ChatEntry): Asked {
  return { asked: text, files: files && nameFiles(files) }
}

/** What was remembered, as an entry. */
export function makeRememberedEntry({ asked, files }: Asked): ChatEntry {
  return makeUserEntry(makeId(), asked, readNamedFiles(files))
}
