import type { JsonValue } from '@runnel/contract'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { currentDateTimeToolset } from './toolset.ts'

async function ask(input: JsonValue) {
  const { call } = createTestCallContext()
  const request = { tool: 'current_date_time', input }
  const { content } = await currentDateTimeToolset.call(createTestComponent('currentDateTime'), request, call)
  return JSON.parse(content)
}

test('tells the time of the run in UTC', async () => {
  expect(await ask({})).toEqual({
    iso: '2026-01-02T12:00:00+00:00',
    date: '2026-01-02',
    day: 'Friday',
    time: '12:00:00',
    timeZone: 'UTC',
  })
})

test('tells it in a time zone, with its offset', async () => {
  expect(await ask({ timeZone: 'Asia/Kolkata' })).toMatchObject({ iso: '2026-01-02T17:30:00+05:30' })
  expect(await ask({ timeZone: 'America/New_York' })).toMatchObject({ time: '07:00:00' })
})

test('says when the time zone is none', async () => {
  expect(await ask({ timeZone: 'Mars/Olympus' })).toMatchObject({
    error: expect.stringContaining('Mars/Olympus'),
  })
})
