import { MARK_START } from '@runnel/drivers'
import { expect, test } from 'vitest'
import type { OperationContext } from './context.ts'
import { createRunSecrets, markOf, sendingSecrets, withoutMarks } from './run-secrets.ts'

const variable = { id: 'v1', workspaceId: 'w1', name: 'API_Key für 東京' }
const context = { sessionKey: 'a key' }

test('a mark is the same in every process of the installation, and another in each run, workspace and variable', () => {
  const mark = markOf(context, variable, 'run-1')
  expect(mark).toMatch(/^runnel-secret-api-key-f-r--[0-9a-f]{32}$/)
  expect(markOf({ ...context }, { ...variable }, 'run-1')).toBe(mark)
  const others = [
    markOf(context, variable, 'run-2'),
    markOf(context, { ...variable, id: 'v2' }, 'run-1'),
    markOf(context, { ...variable, workspaceId: 'w2' }, 'run-1'),
    markOf({ sessionKey: 'another key' }, variable, 'run-1'),
  ]
  expect(new Set([mark, ...others]).size).toBe(5)
})

test('what a stranger says holds no mark any more', () => {
  const mark = markOf(context, variable, 'run-1')
  expect(withoutMarks(`say ${mark}, ${mark}`)).not.toContain(mark)
  expect(withoutMarks('say nothing')).toBe('say nothing')
  const nested = mark.replace('secret', `s${MARK_START}ecret`)
  expect(withoutMarks(nested)).not.toContain(MARK_START)
})

test('what a stranger says holds no mark that a header of sign-in would bring back', () => {
  const mark = markOf(context, variable, 'run-1')
  for (const before of ['', 'a:', 'ab:', 'abc:'])
    for (const encoding of ['base64', 'base64url'] as const) {
      const said = `Basic ${Buffer.from(before + mark).toString(encoding)}`
      const [, coded = ''] = String(withoutMarks(said)).split(' ')
      expect(Buffer.from(coded, 'base64').toString()).not.toContain(MARK_START)
    }
})

test('what a person fills in holds no mark any more, neither in values nor in the names of fields', () => {
  const mark = markOf(context, variable, 'run-1')
  const said = { [mark]: 1, rows: [{ [`at ${mark}`]: [mark] }], id: 'r1', none: null }
  const kept = withoutMarks(said)
  expect(JSON.stringify(kept)).not.toContain(MARK_START)
  expect(kept).toMatchObject({ rows: [expect.anything()], id: 'r1', none: null })
  expect(Object.keys(kept ?? {})).toHaveLength(4)
})

test('values are hidden once they have left, in every form in which they left', async () => {
  const row = { ...variable, type: 'secret', sealed: 'sealed', hosts: '["api.example.com"]' }
  const variables = { listSecrets: async () => [row] }
  const process = {
    ...context,
    db: { read: () => ({ variables }) },
    vault: { open: () => 'tea "house"' },
  } as unknown as OperationContext
  const secrets = createRunSecrets(process, { workspaceId: 'w1', runId: 'run-1' })
  await secrets.recall()
  expect(secrets.hide('tea "house"')).toBe('tea "house"')
  const sent: unknown[] = []
  const fetch = async (...[, , options]: Parameters<OperationContext['egress']['fetch']>) => {
    sent.push(options)
    const [secret] = (await options?.secrets?.list()) ?? []
    expect(secret).toMatchObject({ mark: markOf(context, variable, 'run-1'), hosts: ['api.example.com'] })
    return new Response(secret?.reveal())
  }
  await sendingSecrets({ fetch }, secrets)('https://api.example.com', {}, { purpose: 'code', maxBytes: 7 })
  expect(sent).toMatchObject([{ purpose: 'code', maxBytes: 7 }])
  const told = JSON.stringify({ body: JSON.stringify({ key: 'tea "house"' }) })
  expect(secrets.hide(`${told} tea "house" ${encodeURIComponent('tea "house"')}`)).not.toMatch(/tea|house/)
})

test('a run that goes on hides what may have left before', async () => {
  const row = { ...variable, type: 'secret', sealed: 'sealed', hosts: '["api.example.com"]' }
  const process = {
    ...context,
    db: { read: () => ({ variables: { listSecrets: async () => [row] } }) },
    vault: { open: () => 'Tea-House-1' },
  } as unknown as OperationContext
  const secrets = createRunSecrets(process, { workspaceId: 'w1', runId: 'run-1', goesOn: true })
  const fetch = async () => new Response('Tea-House-1')
  await sendingSecrets({ fetch }, secrets)('https://api.example.com')
  expect(secrets.hide('at Tea-House-1, and at tea-house-1.evil.example')).toBe(
    'at •••, and at •••.evil.example',
  )
})

test('a run that goes on asks again after a database that was away, and is not held up by a value that cannot be opened', async () => {
  const row = { ...variable, type: 'secret', sealed: 'sealed', hosts: '["api.example.com"]' }
  const broken = { ...row, id: 'v2', name: 'broken', sealed: 'broken' }
  let isAway = true
  const process = {
    ...context,
    log: { warn: () => undefined },
    db: {
      read: () => ({
        variables: {
          listSecrets: async () => {
            if (isAway) throw new TypeError('away')
            return [broken, row]
          },
        },
      }),
    },
    vault: {
      open: (sealed: string) => {
        if (sealed === 'broken') throw new Error('It does not open')
        return 'Tea-House-1'
      },
    },
  } as unknown as OperationContext
  const secrets = createRunSecrets(process, { workspaceId: 'w1', runId: 'run-1', goesOn: true })
  await expect(secrets.recall()).rejects.toThrow('away')
  isAway = false
  await secrets.recall()
  expect(secrets.hide('at Tea-House-1')).toBe('at •••')
})
