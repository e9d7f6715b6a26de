import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  authoriseRequest,
  type CallContext,
  type Component,
  type LoadedPiece,
  listAt,
  readSources,
  type SourceChoice,
  textAt,
  valueAt,
} from '@runnel/node-kit'
import { askLoaderForJson, type LoaderRequest, readNeeded } from './server-loader.ts'

const API = 'https://api.notion.com/v1'
const MOST_PAGES = 500
const MOST_REQUESTS = 5_000
const DEEPEST = 8

/** Reads pages of Notion, and counts what it asks. */
export interface Notion {
  ask(request: LoaderRequest): Promise<JsonValue>
}

/** Asks Notion; a workspace that never ends is left after some thousand requests. */
export function openNotion(component: Component, call: CallContext): Notion {
  let asked = 0
  const server = {
    label: 'Notion',
    authorise: ({ notionIntegrationToken = '' }: Record<string, string>) =>
      authoriseRequest({ token: notionIntegrationToken }),
  }
  return {
    ask(request) {
      asked += 1
      if (asked > MOST_REQUESTS)
        throw new RunnelError(
          'limit_exceeded',
          `${component.label} has too much to be read at once. Choose a smaller page.`,
        )
      const headers = { 'notion-version': '2022-06-28' }
      return askLoaderForJson(
        { ...request, url: `${API}${request.url}`, headers },
        { component, server, call },
      )
    },
  }
}

/** The id that a param has, also in the address of a page. @throws RunnelError `invalid_input` where it has none */
export function readNotionId(component: Component, param: string, what: string): string {
  const text = readNeeded(component, param, what).replaceAll('-', '')
  const [id] = text.split('?')[0]?.match(/[\da-f]{32}(?![\da-f])/i) ?? []
  if (id !== undefined) return id
  throw new RunnelError(
    'invalid_input',
    `“${text.slice(0, 100)}” is no ${what}: it has 32 letters and digits.`,
    {
      issues: [{ path: param, message: `This is no ${what}.` }],
    },
  )
}

/** All results of a list that Notion gives in pages. */
export async function listAll(notion: Notion, request: LoaderRequest): Promise<JsonObject[]> {
  const results: JsonObject[] = []
  let cursor = ''
  do {
    const place = cursor === '' ? {} : { start_cursor: cursor }
    const answer = await notion.ask(
      request.json === undefined
        ? { ...request, query: { page_size: 100, ...place } }
        : { ...request, json: { page_size: 100, ...place } },
    )
    results.push(...listAt(answer, 'results'))
    const next = valueAt(answer, 'has_more') === true ? textAt(answer, 'next_cursor') : ''
    cursor = next === cursor ? '' : next
  } while (cursor !== '')
  return results
}

/** A page that is to be read; what Notion says of it may not be known yet. */
export interface NotionPage {
  id: string
  title?: string
  page?: JsonObject
}

/** A page that Notion told of in a list. */
export const pageOf = (page: JsonObject): NotionPage => ({
  id: textAt(page, 'id'),
  title: titleOf(page),
  page,
})

/** Pages and those inside of them, a document for each. With a choice, these and those inside of them. */
export function readNotionPages(
  notion: Notion,
  { pages, call, choice }: { pages: NotionPage[]; call: CallContext; choice: SourceChoice | undefined },
): AsyncGenerator<LoadedPiece> {
  const queue = choice?.only ? [...choice.only].map((id): NotionPage => ({ id })) : pages
  const known = new Set(queue.map(({ id }) => id))
  return readSources(takeSome(queue, MOST_PAGES), {
    call,
    sourceOf: ({ id, title }) => ({ id, name: title || id }),
    async read(wanted) {
      const page = wanted.page ?? (await readPageObject(notion, wanted.id))
      const { lines, inside } = await readBlocks(notion, wanted.id, 0)
      for (const inner of inside.filter(({ id }) => !known.has(id))) {
        known.add(inner.id)
        queue.push(inner)
      }
      const pageContent = [...describeProperties(page), ...lines].join('\n')
      return [{ pageContent, metadata: describePage(page, wanted.id) }]
    },
  })
}

/** The first of a list that may grow while it is gone through. */
function* takeSome<Item>(items: readonly Item[], most: number): Generator<Item> {
  for (const [index, item] of items.entries()) {
    if (index >= most) return
    yield item
  }
}

/** What Notion says of a page. */
async function readPageObject(notion: Notion, id: string): Promise<JsonObject> {
  const page = await notion.ask({ url: `/pages/${id}` })
  return isJsonObject(page) ? page : {}
}

function describePage(page: JsonObject, id: string): JsonObject {
  return { source: textAt(page, 'url'), notionId: id, title: titleOf(page) }
}

function propertiesOf(page: JsonObject): [string, JsonValue][] {
  const properties = valueAt(page, 'properties')
  return isJsonObject(properties)
    ? Object.entries(properties).map(([name, value]) => [name, value ?? null])
    : []
}

function titleOf(page: JsonObject): string {
  const title = propertiesOf(page).find(([, value]) => textAt(value, 'type') === 'title')
  return title ? plainText(title[1], 'title') : ''
}

/** The fields of a page of a database that have a text; of other pages their title. */
function describeProperties(page: JsonObject): string[] {
  return propertiesOf(page).flatMap(([name, value]) => {
    const type = textAt(value, 'type')
    if (type === 'title') return [`# ${plainText(value, 'title')}`]
    const text = [
      plainText(value, type),
      textAt(value, type, 'name'),
      textAt(value, type, 'start'),
      textAt(value, type),
    ]
    const choices = listAt(value, type).map((choice) => textAt(choice, 'name'))
    const found = [...text, choices.filter((choice) => choice !== '').join(', ')].find((each) => each !== '')
    return found === undefined ? [] : [`${name}: ${found}`]
  })
}

interface ReadBlocks {
  lines: string[]
  /** Pages inside. */
  inside: NotionPage[]
}

async function readBlocks(notion: Notion, id: string, depth: number): Promise<ReadBlocks> {
  const read: ReadBlocks = { lines: [], inside: [] }
  for (const block of await listAll(notion, { url: `/blocks/${id}/children` })) {
    const type = textAt(block, 'type')
    const line = describeBlock(block, type)
    if (line !== '') read.lines.push(`${'  '.repeat(depth)}${line}`)
    if (type === 'child_page')
      read.inside.push({ id: textAt(block, 'id'), title: textAt(block, type, 'title') })
    if (valueAt(block, 'has_children') !== true || type === 'child_page' || depth >= DEEPEST) continue
    const inner = await readBlocks(notion, textAt(block, 'id'), depth + 1)
    read.lines.push(...inner.lines)
    read.inside.push(...inner.inside)
  }
  return read
}

/** What stands before the text of a block, in Markdown. */
const MARKS: Record<string, string> = {
  heading_1: '# ',
  heading_2: '## ',
  heading_3: '### ',
  bulleted_list_item: '- ',
  numbered_list_item: '1. ',
  quote: '> ',
}

function describeBlock(block: JsonObject, type: string): string {
  const text = plainText(valueAt(block, type), 'rich_text')
  if (type === 'to_do') return `- [${valueAt(block, type, 'checked') === true ? 'x' : ' '}] ${text}`
  if (type === 'code') return `\`\`\`\n${text}\n\`\`\``
  if (type === 'child_page') return textAt(block, type, 'title')
  if (type === 'table_row') return cellsOf(block).join(' | ')
  return text === '' ? '' : `${MARKS[type] ?? ''}${text}`
}

function cellsOf(block: JsonObject): string[] {
  const cells = valueAt(block, 'table_row', 'cells')
  return Array.isArray(cells) ? cells.map((cell) => plainText({ cell }, 'cell')) : []
}

function plainText(holder: JsonValue | undefined, key: string): string {
  const pieces = listAt(holder, key).map((piece) => valueAt(piece, 'plain_text'))
  return pieces.filter((piece) => typeof piece === 'string').join('')
}
