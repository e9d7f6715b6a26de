import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  askForJson,
  type Component,
  type Document,
  type FormPart,
  readSwitch,
  readText,
} from '@runnel/node-kit'
import { type OpenFile, readEachFileOf } from '../read-files.ts'
import { readAddress } from '../server-loader.ts'

const HOME = 'https://api.unstructuredapp.io/general/v0/general'
/** What Unstructured calls each param. */
const TEXTS: Record<string, string> = {
  strategy: 'strategy',
  encoding: 'encoding',
  hiResModelName: 'hi_res_model_name',
  combineUnderNChars: 'combine_under_n_chars',
  newAfterNChars: 'new_after_n_chars',
  maxCharacters: 'max_characters',
}
const SWITCHES: Record<string, string> = {
  coordinates: 'coordinates',
  xmlKeepTags: 'xml_keep_tags',
  includePageBreaks: 'include_page_breaks',
  multiPageSections: 'multipage_sections',
}
/** A scan of many pages is read letter by letter. */
const TIMEOUT_MS = 10 * 60_000

/** What Unstructured finds in the chosen files, a document for each piece. */
export const loadUnstructured = readEachFileOf('fileObject', async (file, component, call) => {
  const { values, label } = component
  const address = readText(values, 'unstructuredAPIUrl').trim() || HOME
  const url = readAddress({ ...component, values: { address } }, 'address', HOME).href
  const hasKey = component.credentials.credential !== undefined
  const request = {
    url,
    method: 'POST',
    headers: { accept: 'application/json' },
    form: writeParts(values, file),
    effects: 'read' as const,
    waitsWhenBusy: true,
    timeoutMs: TIMEOUT_MS,
    ...(hasKey && { authorise: { component, apply: bringKey } }),
  }
  const elements = await askForJson(call, request, { label: 'Unstructured' })
  if (Array.isArray(elements)) return elements.flatMap((element) => readElement(element, component, file))
  throw new RunnelError('upstream_error', `${label} got an answer that is no list of pieces.`)
})

const bringKey = async ({ unstructuredAPIKey = '' }: Record<string, string>) => ({
  headers: { 'unstructured-api-key': unstructuredAPIKey },
})

function writeParts(values: JsonObject, { source, name }: OpenFile): FormPart[] {
  const texts = Object.entries(TEXTS).map(([param, part]) => ({
    name: part,
    value: readText(values, param).trim(),
  }))
  const switches = Object.entries(SWITCHES).map(([param, part]) => ({
    name: part,
    value: readSwitch(values, param) ? 'true' : '',
  }))
  const chunking = readText(values, 'chunkingStrategy').trim()
  return [
    { name: 'files', file: source, fileName: name },
    ...[...texts, ...switches].filter(({ value }) => value !== ''),
    ...(['', 'None'].includes(chunking) ? [] : [{ name: 'chunking_strategy', value: chunking }]),
    { name: 'skip_infer_table_types', value: JSON.stringify(readList(values.skipInferTableTypes)) },
    ...readList(values.ocrLanguages).map((value) => ({ name: 'languages', value })),
  ]
}

/** The chosen ones of a param of several, however it is stored. */
function readList(value: JsonValue | undefined): string[] {
  let list = value
  try {
    if (typeof value === 'string') list = JSON.parse(value) as JsonValue
  } catch {
    return []
  }
  return Array.isArray(list) ? list.map(String) : []
}

function readElement(element: JsonValue, { values }: Component, { name }: OpenFile): Document[] {
  if (!isJsonObject(element) || typeof element.text !== 'string') return []
  const { text, type, metadata } = element
  const key = readText(values, 'sourceIdKey').trim() || 'source'
  const told = isJsonObject(metadata) ? metadata : {}
  const category = typeof type === 'string' ? { category: type } : {}
  return [{ pageContent: text, metadata: { [key]: name, ...told, ...category } }]
}
