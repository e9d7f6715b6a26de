import type { DocumentFormat } from './document-text.ts'
import { isJsonObject, type JsonObject } from './json-value.ts'

/** A kind of document that a chat may take as text. */
interface DocumentKind {
  /** As the settings of a flow name it, the reference's spelling first. */
  mediaTypes: readonly [string, ...string[]]
  /** What names of such files end with. */
  endings: readonly [string, ...string[]]
  /** How its text is read, where the file is none itself. */
  format?: DocumentFormat
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** Every kind there is. What a flow's settings name beside them is never taken. */
const DOCUMENT_KINDS: readonly DocumentKind[] = [
  { mediaTypes: ['text/plain'], endings: ['txt'] },
  { mediaTypes: ['application/pdf'], endings: ['pdf'], format: 'pdf' },
  { mediaTypes: [`${OFFICE}.wordprocessingml.document`], endings: ['docx'], format: 'docx' },
  { mediaTypes: [`${OFFICE}.spreadsheetml.sheet`], endings: ['xlsx'], format: 'xlsx' },
  { mediaTypes: [`${OFFICE}.presentationml.presentation`], endings: ['pptx'], format: 'pptx' },
  { mediaTypes: ['text/markdown'], endings: ['md', 'markdown'] },
  { mediaTypes: ['text/csv'], endings: ['csv'] },
  { mediaTypes: ['application/json'], endings: ['json'] },
  { mediaTypes: ['application/x-yaml', 'application/yaml', 'text/yaml'], endings: ['yaml', 'yml'] },
  { mediaTypes: ['application/xml', 'text/xml'], endings: ['xml'] },
  { mediaTypes: ['text/html'], endings: ['html', 'htm'] },
  { mediaTypes: ['text/css'], endings: ['css'] },
  { mediaTypes: ['application/sql', 'text/x-sql'], endings: ['sql'] },
]

/** The media types of all documents that a chat may take, as the reference's settings spell them. */
export const DOCUMENT_TYPES: readonly string[] = DOCUMENT_KINDS.map(({ mediaTypes: [type] }) => type)

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The media type of a document by its name, one of `DOCUMENT_TYPES`; undefined for what is none. */
export function findDocumentType(name: string): string | undefined {
  const ending = endingOf(name)
  return DOCUMENT_KINDS.find(({ endings }) => endings.includes(ending))?.mediaTypes[0]
}

/** By which reader a document's text is read, by its name; undefined for what is text itself. */
export function findDocumentFormat(name: string): DocumentFormat | undefined {
  const ending = endingOf(name)
  return DOCUMENT_KINDS.find(({ endings }) => endings.includes(ending))?.format
}

/** What names of documents of these types end with, as a file chooser takes them: `.md`. */
export function endingsOfTypes(types: readonly string[]): string[] {
  const kinds = DOCUMENT_KINDS.filter(({ mediaTypes: [type] }) => types.includes(type))
  return kinds.flatMap(({ endings }) => endings.map((ending) => `.${ending}`))
}

/** Which documents a chat takes whole, as text before the question. */
export interface DocumentRules {
  /** Of `DOCUMENT_TYPES`; none when it is off. */
  types: string[]
  /** Whether each page of a PDF stands for itself; otherwise all of them are one text. */
  perPage: boolean
}

/** Reads `fullFileUpload` of a flow's chat settings: a list that is absent or empty takes nothing. */
export function readDocumentRules(chatbotConfig: unknown): DocumentRules {
  const settings = isJsonObject(chatbotConfig) ? chatbotConfig.fullFileUpload : undefined
  if (!isJsonObject(settings) || settings.status !== true) return { types: [], perPage: false }
  const { allowedUploadFileTypes: listed, pdfFile } = settings
  const named = typeof listed === 'string' ? listed.split(',').map((type) => type.trim()) : []
  const kinds = DOCUMENT_KINDS.filter(({ mediaTypes }) => mediaTypes.some((type) => named.includes(type)))
  return {
    types: kinds.map(({ mediaTypes: [type] }) => type),
    perPage: isJsonObject(pdfFile) && pdfFile.usage === 'perPage',
  }
}

/** Such settings in the reference's form; what else it keeps beside them stays. */
export function writeDocumentRules(
  kept: JsonObject,
  { types, perPage, isOn }: DocumentRules & { isOn: boolean },
): JsonObject {
  const { pdfFile } = kept
  const usage = perPage ? 'perPage' : 'perFile'
  return {
    ...kept,
    status: isOn,
    allowedUploadFileTypes: types.join(','),
    pdfFile: { ...(isJsonObject(pdfFile) ? pdfFile : {}), usage },
  }
}

/** The text of a document as a model is shown it, before the question. */
export function wrapDocument(name: string, text: string): string {
  const safe = name.replace(/[<>&']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<doc name='${safe}'>${text}</doc>\n\n`
}
