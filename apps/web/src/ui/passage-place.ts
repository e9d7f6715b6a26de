import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { useTranslation } from 'react-i18next'

/** Where a passage stands in its original, as far as its loader and splitter said. */
export interface PassagePlace {
  page?: number
  /** Of a presentation. */
  slide?: number
  /** Of a book. */
  chapter?: number
  /** Of a workbook: its row, and the sheet. */
  row?: number
  sheet?: string
  /** The row of a table, or the entry of a list. */
  entry?: number
  /** The first and the last one, within the page. Within a row or an entry they say nothing of the file. */
  lines?: { from: number; to: number }
}

/** Reads that out of the metadata of a passage. */
export function readPassagePlace(metadata: JsonObject): PassagePlace {
  const loc = isJsonObject(metadata.loc) ? metadata.loc : {}
  const row = numberOf(metadata.rowNum)
  const entry = numberOf(metadata.line)
  return dropAbsent({
    page: numberOf(loc.pageNumber ?? metadata.page ?? metadata.pageNumber),
    slide: numberOf(metadata.slideNumber),
    chapter: numberOf(metadata.chapter),
    row,
    sheet: row !== undefined && typeof metadata.worksheet === 'string' ? metadata.worksheet : undefined,
    entry,
    lines: row === undefined && entry === undefined ? readLines(loc.lines) : undefined,
  })
}

/** From the larger to the smaller. */
const PARTS = ['page', 'slide', 'chapter', 'sheet', 'row', 'entry'] as const

/** Says where a passage stands: page, slide, row, lines. Empty where nothing is known. */
export function usePassagePlace(): (place: PassagePlace) => string[] {
  const { t } = useTranslation('ui')
  return (place) => {
    const { lines } = place
    const parts = PARTS.filter((part) => place[part] !== undefined)
    return [
      ...parts.map((part) => t(`place.${part}`, { at: place[part] })),
      ...(lines ? [t(lines.from === lines.to ? 'place.line' : 'place.lines', lines)] : []),
    ]
  }
}

type Place = { [Key in keyof PassagePlace]: PassagePlace[Key] | undefined }

function dropAbsent(place: Place): PassagePlace {
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))
}

const numberOf = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined

function readLines(lines: JsonValue | undefined): PassagePlace['lines'] {
  if (!isJsonObject(lines) || typeof lines.from !== 'number' || typeof lines.to !== 'number') return undefined
  return { from: lines.from, to: lines.to }
}
