import type { LoaderRefresh, RefreshSetting } from '@runnel/contract'
import { expect, test } from 'vitest'
import { draftOfRefresh, settingOfDraft } from './refresh-draft.ts'

const refresh = (setting: RefreshSetting | null): LoaderRefresh => ({
  setting,
  paused: false,
  nextAt: null,
  failures: 0,
  last: null,
})

test('a setting goes through the form as it is', () => {
  const settings: (RefreshSetting | null)[] = [
    null,
    { every: 'hours', count: 6 },
    { every: 'days', count: 2, at: '23:15', timeZone: 'Asia/Tokyo' },
    { every: 'cron', cron: '0 9 * * 1', timeZone: 'UTC' },
  ]
  for (const setting of settings)
    expect(settingOfDraft(draftOfRefresh(refresh(setting), 'Europe/Berlin'))).toEqual(setting)
})

test('a new one is of the own time zone', () => {
  const draft = { ...draftOfRefresh(null, 'Europe/Berlin'), every: 'days' as const }
  expect(settingOfDraft(draft)).toEqual({ every: 'days', count: 1, at: '06:00', timeZone: 'Europe/Berlin' })
})
