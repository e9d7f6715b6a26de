import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const CATALOGUES = join(import.meta.dirname, '../../apps/web/src/i18n')
/** What is so long cannot stand within another text by accident. */
const PHRASE_LENGTH = 8
/** Letters of a text beside its places, from which on it is known by them. */
const LETTERS = 6

/** All texts of a language. */
function textsOf(language: 'en' | 'de'): string[] {
  const flat = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(flat)
  const folder = join(CATALOGUES, language)
  return readdirSync(folder).flatMap((file) => flat(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const hasPlaces = (text: string) => text.includes('{{')
/** A text with places as an expression, where enough of it stands still to be told from other texts. */
function expressionOf(text: string): RegExp[] {
  const parts = text.split(/\{\{.*?\}\}/)
  if (parts.join('').replaceAll(/\P{L}/gu, '').length < LETTERS) return []
  return [new RegExp(`^${parts.map(literally).join('.+')}$`, 's')]
}

const german = textsOf('de')
const germanWhole = new Set(german)
const germanOpen = german.filter(hasPlaces).flatMap(expressionOf)
const english = textsOf('en').filter((text) => !germanWhole.has(text))
const englishWhole = new Set(english)
const englishOpen = english.filter(hasPlaces).flatMap(expressionOf)
const englishPhrases = english.filter(
  (text) => !hasPlaces(text) && text.includes(' ') && text.length >= PHRASE_LENGTH,
)

/** Whether a text of a page is one of the English catalogues, or has a phrase of them in it. */
export function isEnglish(shown: string): boolean {
  const text = shown
    .trim()
    .replace(/[:·,]$/, '')
    .trim()
  if (germanWhole.has(text) || germanOpen.some((each) => each.test(text))) return false
  return (
    englishWhole.has(text) ||
    englishOpen.some((each) => each.test(text)) ||
    englishPhrases.some((each) => text.includes(each))
  )
}

const SPOKEN = ['aria-label', 'placeholder', 'title', 'alt', 'aria-description']

/** What people see or hear on a page: its texts, the choices of its lists, and the names of its parts. */
async function readTexts(page: Page): Promise<string[]> {
  const spoken = await page.evaluate(
    (names) =>
      names.flatMap((name) =>
        [...document.querySelectorAll(`[${name}]`)].map((each) => each.getAttribute(name) ?? ''),
      ),
    SPOKEN,
  )
  const shown = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((each) => each.matches('option') || (each.checkVisibility() && !each.matches('script, style')))
      .flatMap((each) => [...each.childNodes])
      .flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [])),
  )
  const texts = new Set([await page.title(), ...spoken, ...shown])
  return [...texts].filter((text) => /\p{L}/u.test(text))
}

/** Fails when the page, which is to be German, says something in English. */
export async function expectGerman(page: Page, what: string): Promise<void> {
  expect(await page.locator('html').getAttribute('lang'), `the language of ${what}`).toBe('de')
  expect((await readTexts(page)).filter(isEnglish), `English on ${what}`).toEqual([])
}
