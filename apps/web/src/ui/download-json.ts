import { downloadText } from './download-text.ts'

/** Hands a value to the browser as a JSON file. */
export function downloadJson(fileName: string, value: unknown): void {
  downloadText(fileName, JSON.stringify(value, null, 2), 'application/json')
}
