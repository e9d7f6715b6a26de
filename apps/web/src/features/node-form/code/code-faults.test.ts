import { javascriptLanguage } from '@codemirror/lang-javascript'
import { EditorState } from '@codemirror/state'
import { SANDBOX_MODULES } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { namesInSandbox } from './code-knowledge.ts'
import { completeCode } from './complete-code.ts'
import { findCodeFaults } from './find-code-faults.ts'

const known = namesInSandbox({
  inputs: [{ name: 'town', type: 'string' }],
  variables: ['api_host'],
  state: ['topic'],
})

const faultsIn = (code: string) =>
  findCodeFaults(
    { tree: javascriptLanguage.parser.parse(code), read: (from, to) => code.slice(from, to) },
    known,
  ).map(({ kind, name }) => `${kind} ${name}`)

describe('code of the sandbox', () => {
  test.each([
    ['const answer = await fetch("https://a.example?t=" + $town)\nreturn await answer.json()'],
    ['return $vars.api_host + $vars.other + $flow.state.topic + $flow.chatId + $input'],
    ['const $ = require("axios"); const $own = 1; return $own + $.name'],
    ['const { URL } = require("node:url"); return new URL($town).host'],
    ['return items.map(($item) => $item.price)'],
    ['return other.$flow.town ?? $town'],
    [''],
  ])('is left alone where it can be right: %j', (code) => {
    expect(faultsIn(code)).toEqual([])
  })

  test.each([
    ['return $tow', 'name $tow'],
    ['return $flow.town', 'member $flow.town'],
    ['return require("lodash").get', 'module lodash'],
  ])('tells what cannot be right: %j', (code, fault) => {
    expect(faultsIn(code)).toEqual([fault])
  })

  test('tells what is no JavaScript', () => {
    expect(faultsIn('return (').map((fault) => fault.split(' ')[0])).toContain('syntax')
  })
})

describe('what may come next', () => {
  const offeredAt = (code: string, explicit = false) => {
    const state = EditorState.create({ doc: code })
    return completeCode({ state, pos: code.length, explicit }, known)?.options.map(({ label }) => label)
  }

  test.each([
    ['return $', expect.arrayContaining(['$town', '$input', '$vars', '$flow', 'fetch'])],
    ['return $vars.', ['api_host']],
    ['return $flow.', expect.arrayContaining(['state', 'chatId'])],
    ['return $flow.state.', ['topic']],
    ['const a = require("', [...SANDBOX_MODULES]],
    ['return town.', undefined],
    ['return ', undefined],
  ])('behind %j', (code, offered) => {
    expect(offeredAt(code)).toEqual(offered)
  })

  test('is told on demand in an empty place', () => {
    expect(offeredAt('return ', true)).toContain('$town')
  })
})
