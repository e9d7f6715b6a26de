import type { JsonValue } from '@runnel/contract'
import type { CountText } from '../read-document.ts'
import { describeDate } from './cell-dates.ts'
import { readXml } from './read-parts.ts'

/** What cells refer to. */
export interface CellForms {
  strings: readonly string[]
  dateStyles: ReadonlySet<number>
  /** Whether days are counted from 1904 on. */
  is1904: boolean
  /** Told of the text of each cell. */
  count: CountText
}

/** A row that has something in it. Its number counts from 0; cells are known by their column, from 0, in their order. */
export interface SheetRow {
  number: number
  cells: Map<number, JsonValue>
}

/** The rows of a sheet. A cell with a formula has the value that was last computed. */
export function readSheet(markup: string, forms: CellForms): SheetRow[] {
  const reader = new SheetReader(forms)
  readXml(markup, reader)
  return reader.rows
}

class SheetReader {
  readonly rows: SheetRow[] = []
  private readonly forms: CellForms
  private row: SheetRow = { number: -1, cells: new Map() }
  private column = -1
  private kind = ''
  private style = 0
  private value: string[] = []
  private inValue = false
  private inSound = false

  constructor(forms: CellForms) {
    this.forms = forms
  }

  opens(
    name: string,
    { r: place = '', t: kind = '', s: style = '' }: Readonly<Record<string, string>>,
  ): void {
    if (name === 'row') this.beginRow(Number.parseInt(place, 10))
    else if (name === 'c') {
      this.column = columnOf(place) ?? this.column + 1
      this.kind = kind
      this.style = Number(style)
      this.value = []
    } else if (name === 'rPh') this.inSound = true
    else if (name === 'v' || name === 't') this.inValue = !this.inSound
  }

  closes(name: string): void {
    if (name === 'v' || name === 't') this.inValue = false
    else if (name === 'rPh') this.inSound = false
    else if (name === 'c') this.endCell()
    else if (name === 'row' && this.row.cells.size > 0) this.rows.push(this.row)
  }

  text(text: string): void {
    if (this.inValue) this.value.push(text)
  }

  private beginRow(number: number): void {
    this.row = { number: Number.isNaN(number) ? this.row.number + 1 : number - 1, cells: new Map() }
    this.column = -1
  }

  private endCell(): void {
    const text = this.value.join('')
    this.value = []
    if (text !== '') this.row.cells.set(this.column, this.readValue(text))
  }

  private readValue(text: string): JsonValue {
    const { dateStyles, is1904, count } = this.forms
    count(text.length)
    if (this.kind === 's') return this.readString(Number(text))
    if (this.kind === 'b') return text === '1'
    if (this.kind !== '' && this.kind !== 'n') return decodeMarks(text)
    const number = Number(text)
    if (Number.isNaN(number)) return text
    return dateStyles.has(this.style) ? describeDate(number, is1904) : number
  }

  private readString(index: number): string {
    const text = this.forms.strings[index] ?? ''
    this.forms.count(text.length)
    return decodeMarks(text)
  }
}

/** The column of a place such as `AB12`, from 0; undefined where it names none. */
function columnOf(place: string): number | undefined {
  const letters = place.match(/^[A-Z]{1,3}/)?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Characters that XML cannot hold stand in texts of Office as `_x000D_`. */
function decodeMarks(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_mark, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
