import { expect, test } from 'vitest'
import { bodyOf, draftOf, fileOf, findRowFaults, newRow, readToolFile, trialValuesOf } from './tool-draft.ts'

/** A file as Flowise exports it. */
const exported = {
  name: 'add_contact',
  description: 'Adds a contact',
  color: 'linear-gradient(rgb(85,198,123), rgb(0,230,99))',
  iconSrc: 'https://example.com/icon.svg',
  schema: '[{"id":0,"property":"email","description":"Theirs","type":"string","required":true}]',
  func: 'return $email',
  workspaceId: 'w',
}

test('a file of Flowise is read whole, saved and written again as it was', () => {
  const draft = readToolFile(`\uFEFF${JSON.stringify(exported)}`)
  if (!draft) throw new Error('The file was not read')
  expect(draft.rows).toMatchObject([
    { property: 'email', type: 'string', description: 'Theirs', required: true },
  ])
  const { workspaceId: _workspace, ...kept } = exported
  const body = bodyOf(draft)
  expect({ ...body, schema: JSON.parse(body.schema) }).toEqual({ ...kept, schema: JSON.parse(kept.schema) })
  const row = {
    ...body,
    iconSrc: kept.iconSrc,
    color: kept.color,
    id: 'i',
    revision: 1,
    createdDate: '',
    updatedDate: '',
    workspaceId: 'w',
  }
  expect(JSON.parse(fileOf(row).schema ?? '')).toEqual(JSON.parse(kept.schema))
})

test.each(['', 'x', '[]', '{}', '{"name":"a"}', '{"name":"a","func":"b","schema":"[{}]"}'])(
  '%j is no file of a tool',
  (text) => expect(readToolFile(text)).toBeUndefined(),
)

test('names of inputs that cannot be are found', () => {
  const rows = ['a', 'b c', 'vars', 'a', ''].map((property, key) => ({
    ...newRow(),
    key: String(key),
    property,
  }))
  expect([...findRowFaults(rows)]).toEqual([
    ['1', 'odd'],
    ['2', 'taken'],
    ['3', 'twice'],
    ['4', 'odd'],
  ])
})

test('code cannot read a name with a dash: only one that came with it is let be', () => {
  const schema = '[{"id":0,"property":"unit-price","description":"","type":"number","required":true}]'
  const rows = readToolFile(JSON.stringify({ ...exported, schema }))?.rows ?? []
  expect([...findRowFaults(rows)]).toEqual([])
  const [kept] = rows
  if (!kept) throw new Error('The input was not read')
  expect([...findRowFaults([{ ...kept, property: 'unit-cost' }]).values()]).toEqual(['dash'])
  expect([...findRowFaults([{ ...newRow(), property: 'unit-price' }]).values()]).toEqual(['dash'])
  expect(JSON.parse(bodyOf({ name: 'a', description: '', rows, func: '' }).schema)).toEqual(
    JSON.parse(schema),
  )
})

test('a trial gets values of the types that the inputs have', () => {
  const rows = (['string', 'number', 'boolean', 'date', 'number'] as const).map((type, index) => ({
    ...newRow(),
    key: String(index),
    property: `p${index}`,
    type,
  }))
  expect(trialValuesOf(rows, { 0: 'x', 1: '2.5', 2: 'true', 3: '', 4: 'many' })).toEqual({
    input: '',
    flow: { input: '', state: {} },
    p0: 'x',
    p1: 2.5,
    p2: true,
    p3: null,
    p4: 'many',
  })
  expect(draftOf({ name: 'n', description: '', schema: null, func: null })).toMatchObject({
    rows: [],
    func: '',
  })
})
