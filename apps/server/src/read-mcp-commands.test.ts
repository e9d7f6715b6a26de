import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'runnel-commands-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(content: unknown) {
  const file = join(folder, 'commands.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readConfig(folder, { MCP_COMMANDS: 'commands.json' }).mcpCommands
}

test('no program is allowed unless the operator lists one', () => {
  expect(readConfig(folder, {}).mcpCommands).toEqual({})
})

test('programs are read with what they are given', () => {
  expect(read({ tea: { command: '/usr/bin/tea', cwd: '/srv' } })).toEqual({
    tea: { command: '/usr/bin/tea', args: [], env: {}, cwd: '/srv' },
  })
})

test.each<[unknown, string]>([
  ['{', 'must be a file of JSON'],
  ['[]', 'must be a list of programs by name'],
  [{ tea: { command: 'npx', cwd: '/srv' } }, 'tea.command: must be an absolute path'],
  [{ tea: { command: '/usr/bin/tea' } }, 'tea.cwd'],
  [{ tea: { command: '/usr/bin/tea', cwd: '/srv', shell: true } }, 'shell'],
  [{ 'a b': { command: '/usr/bin/tea', cwd: '/srv' } }, 'must be a name of letters'],
])('%j stops the start with one line that says what to do', (content, says) => {
  expect(() => read(content)).toThrow(`MCP_COMMANDS=commands.json: `)
  expect(() => read(content)).toThrow(says)
})

test('a file that is not there stops the start', () => {
  expect(() => readConfig(folder, { MCP_COMMANDS: '/no/such.json' })).toThrow(
    'MCP_COMMANDS=/no/such.json: must be a file that can be read',
  )
})
