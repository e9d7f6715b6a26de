import type { LoaderRefresh, RefreshSetting } from '@runnel/contract'

/** How often, in a form: what does not belong to the choice is kept, so that one may change one's mind. */
export interface RefreshDraft {
  every: 'never' | RefreshSetting['every']
  hours: number | string
  days: number | string
  at: string
  cron: string
  timeZone: string
  paused: boolean
}

const DAILY: Omit<RefreshDraft, 'every' | 'paused' | 'timeZone'> = {
  hours: 24,
  days: 1,
  at: '06:00',
  cron: '0 6 * * 1-5',
}

/** A refresh as a form shows it; without one that of every day is ready to be chosen. */
export function draftOfRefresh(refresh: LoaderRefresh | null, ownZone: string): RefreshDraft {
  const setting = refresh?.setting ?? null
  const draft = { ...DAILY, timeZone: ownZone, paused: refresh?.paused ?? false }
  if (setting === null) return { ...draft, every: 'never' }
  if (setting.every === 'hours') return { ...draft, every: 'hours', hours: setting.count }
  const { timeZone } = setting
  if (setting.every === 'cron') return { ...draft, every: 'cron', cron: setting.cron, timeZone }
  return { ...draft, every: 'days', days: setting.count, at: setting.at, timeZone }
}

/** As the server takes it. */
export function settingOfDraft(draft: RefreshDraft): RefreshSetting | null {
  const { every, timeZone } = draft
  switch (every) {
    case 'never':
      return null
    case 'hours':
      return { every, count: Number(draft.hours) }
    case 'days':
      return { every, count: Number(draft.days), at: draft.at, timeZone }
    case 'cron':
      return { every, cron: draft.cron.trim(), timeZone }
    default:
      return every satisfies never
  }
}
