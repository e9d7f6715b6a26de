import { expect, test } from 'vitest'
import { richTextToMarkdown } from '../rich-text/rich-text-to-markdown.ts'
import { branchesFromCode } from '../rules/condition-branches.ts'
import { referencesOfText } from './find-references.ts'
import { resolveChatVariables } from './resolve-chat-variables.ts'

/** Each took seconds to minutes at this length while its expression was quadratic; now it takes milliseconds. */
const LENGTH = 400_000
const fill = (part: string) => part.repeat(LENGTH / part.length)

const scope = { variables: {}, flow: {}, results: { get: () => undefined } }

test.each([
  ['mentions that do not end', `<span ${fill('data-type="mention" ')}`],
  ['spans that do not end', fill('<span data-type="mention" ')],
  ['spans that do not close', fill('<span data-type="mention">')],
  ['braces', fill('{{')],
])('references are looked for in one pass: %s', (_what, text) => {
  expect(referencesOfText(text)).toEqual([])
  expect(resolveChatVariables(text, scope as never)).toBe(text)
})

test.each([
  ['blanks', `<pre>${fill(' ')}x</pre>`],
  ['blanks and a line', `<pre>${fill('\t ')}\nx</pre>`],
  ['tags that do not end', `<p>${fill('<pre ')}`],
])('rich text becomes Markdown in one pass: %s', (_what, html) => {
  expect(richTextToMarkdown(html)).not.toBe('')
})

test.each([
  ['a return and blanks', `return${fill(' ')}`],
  ['a return, a bracket and blanks', `return (${fill(' ')}`],
  ['quotes behind backslashes', fill('\\"')],
  ['comments that do not end', fill('/*')],
  ['backticks behind backslashes', fill('\\`')],
])('the branches of code are found in one pass: %s', (_what, code) => {
  expect(branchesFromCode(code).length).toBeLessThan(3)
})
