import type { JsonObject, JsonValue } from '@runnel/contract'
import { createTextCount, type ReadDocument } from '../read-document.ts'
import { listDateStyles } from './cell-dates.ts'
import { openZip, type ZipParts } from './open-zip.ts'
import { findMainPart, findPart, readRelationships, readXml } from './read-parts.ts'
import { type CellForms, readSheet, type SheetRow } from './read-sheet.ts'

/**
 * A workbook of Excel: a page for each row below the first one of its sheet, whose cells name the columns. What is known of a
 * row is its sheet, its number there counted from 0, and its cells.
 */
export function readWorkbook(bytes: Uint8Array): ReadDocument {
  const zip = openZip(bytes)
  const main = findMainPart(zip, 'workbook')
  const { sheets, is1904 } = listSheets(zip, main)
  const strings = findPart(zip, main, 'sharedStrings')
  const styles = findPart(zip, main, 'styles')
  const forms: CellForms = {
    strings: strings === undefined ? [] : readStrings(zip.read(strings)),
    dateStyles: styles === undefined ? new Set() : listDateStyles(zip.read(styles)),
    is1904,
    count: createTextCount(),
  }
  // The name of a column stands in each row.
  const countPages = createTextCount()
  const pages: string[] = []
  const facts: JsonObject[] = []
  for (const { name: worksheet, path } of sheets) {
    for (const { number, cells } of nameCells(readSheet(zip.read(path), forms))) {
      const page = `${cells.map(([column, value]) => `- ${column}: ${String(value)}`).join('\n')}\n`
      countPages(page.length)
      pages.push(page)
      facts.push({ worksheet, rowNum: number, ...Object.fromEntries(cells) })
    }
  }
  return { pages, facts, info: {} }
}

function listSheets(zip: ZipParts, main: string) {
  const paths = new Map(readRelationships(zip, main).map(({ id, path }) => [id, path]))
  const sheets: { name: string; path: string }[] = []
  let is1904 = false
  readXml(zip.read(main), {
    opens: (element, { name = '', date1904, ...attributes }) => {
      if (element === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true'
      const path = element === 'sheet' ? paths.get(attributes['r:id'] ?? '') : undefined
      if (path !== undefined && zip.has(path)) sheets.push({ name, path })
    },
  })
  return { sheets, is1904 }
}

/** The texts that cells name by number; how they are pronounced is left out. */
function readStrings(markup: string): string[] {
  const strings: string[] = []
  let text: string[] = []
  let inText = false
  let inSound = false
  readXml(markup, {
    opens: (name) => {
      if (name === 'si') text = []
      if (name === 'rPh') inSound = true
      if (name === 't') inText = !inSound
    },
    closes: (name) => {
      if (name === 'rPh') inSound = false
      if (name === 't') inText = false
      if (name === 'si') strings.push(text.join(''))
    },
    text: (piece) => {
      if (inText) text.push(piece)
    },
  })
  return strings
}

interface NamedRow {
  number: number
  cells: [column: string, value: JsonValue][]
}

/** The rows behind the first one by the names that stand in it. */
function nameCells(rows: SheetRow[]): NamedRow[] {
  const names = nameColumns(rows)
  return rows.slice(1).map(({ number, cells }) => ({
    number,
    cells: [...cells].map(([column, value]) => [names.get(column) ?? UNNAMED, value]),
  }))
}

const UNNAMED = '__EMPTY'

/** Names of all columns as the reference gives them: one without is `__EMPTY`, the second of a kind has `_1` behind it. */
function nameColumns(rows: SheetRow[]): Map<number, string> {
  const columns = new Set(rows.flatMap(({ cells }) => [...cells.keys()]))
  const names = new Map<number, string>()
  const taken = new Set<string>()
  for (const column of [...columns].sort((a, b) => a - b)) {
    const own = String(rows[0]?.cells.get(column) ?? '').trim() || UNNAMED
    let name = own
    for (let times = 1; taken.has(name); times += 1) name = `${own}_${times}`
    taken.add(name)
    names.set(column, name)
  }
  return names
}
