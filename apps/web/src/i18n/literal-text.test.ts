import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const SPOKEN = ['aria-label', 'label', 'title', 'placeholder', 'alt', 'description', 'text']
const spokenLiteral = new RegExp(`\\s(${SPOKEN.join('|')})="([^"]*[A-Za-z]{2}[^"]*)"`, 'g')
// Text right before a closing tag; an arrow is no tag, and code between braces is no text.
const childText = /(?<!=)>\s*([A-Z][A-Za-z]+(?:[ ,.][^<>{}=;()]*)?)\s*<\/[A-Za-z>]/g

/** Literal texts that people would read in a piece of JSX: they belong into a catalogue. */
function findLiteralTexts(code: string): string[] {
  const spoken = [...code.matchAll(spokenLiteral)].map((match) => match[2] ?? '')
  const children = [...code.matchAll(childText)].map((match) => (match[1] ?? '').trim())
  return [...spoken, ...children]
}

test('the check sees literal texts and lets code pass', () => {
  expect(findLiteralTexts('<b>Save all</b>')).toEqual(['Save all'])
  expect(findLiteralTexts('<Button\n  type="submit"\n>\n  Save now\n</Button>')).toEqual(['Save now'])
  expect(findLiteralTexts('<a onClick={() => go()}>Go there</a>')).toEqual(['Go there'])
  expect(findLiteralTexts('<Input label="Name" size="sm" />')).toEqual(['Name'])
  expect(findLiteralTexts("<b>{t('save')}</b> const a: Map<string, Set<string>> = b")).toEqual([])
})

test('no component holds a literal text', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.includes('.test.'),
  )
  const found = files.flatMap((file) =>
    findLiteralTexts(readFileSync(join(source, file), 'utf8')).map(
      (text) => `${relative('.', file)}: ${text}`,
    ),
  )
  expect(files.length).toBeGreaterThan(40)
  expect(found).toEqual([])
})
