import type { JsonValue } from '@runnel/contract'
import { textOf } from '../read-value.ts'

const STORED = 'FILE-STORAGE::'

/** A file that a param names; the size in bytes where the value holds the file itself. */
export interface ShownFile {
  name: string
  size?: number
}

/** The files of a param's value: those that the server keeps, and those that are saved with the next save. */
export function listFiles(value: JsonValue | undefined): ShownFile[] {
  const text = textOf(value)
  if (text === '') return []
  if (text.startsWith(STORED)) return listTexts(text.slice(STORED.length)).map((name) => ({ name }))
  return listTexts(text).map(readInline)
}

function listTexts(text: string): string[] {
  if (!text.startsWith('[')) return [text]
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed.map(String) : [text]
  } catch {
    return [text]
  }
}

function readInline(text: string): ShownFile {
  const [, data = '', ...rest] = text.split(',')
  const name = rest.find((part) => part.startsWith('filename:'))?.slice('filename:'.length)
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  return { name: name ?? text.slice(0, 40), size: Math.floor((data.length * 3) / 4) - padding }
}

/** The files in a value that are saved with the next save; none where the server keeps them already. */
export function unsavedFiles(value: JsonValue | undefined): string[] {
  const text = textOf(value)
  return text === '' || text.startsWith(STORED) ? [] : listTexts(text)
}

/** The value without its file at that place; empty where that was its only one. */
export function withoutFile(value: JsonValue | undefined, place: number): string {
  const text = textOf(value)
  const prefix = text.startsWith(STORED) ? STORED : ''
  const left = listTexts(text.slice(prefix.length)).toSpliced(place, 1)
  return left.length === 0 ? '' : prefix + joinTexts(left)
}

/** Chosen files behind those `held`, as a param's value: as the reference writes it, the name behind the data. */
export async function readFiles(files: readonly File[], held: readonly string[] = []): Promise<string> {
  return joinTexts([...held, ...(await Promise.all(files.map(readFile)))])
}

function joinTexts(texts: readonly string[]): string {
  return texts.length === 1 ? (texts[0] ?? '') : JSON.stringify(texts)
}

function readFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(`${String(reader.result)},filename:${file.name.replaceAll(',', '_')}`)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
