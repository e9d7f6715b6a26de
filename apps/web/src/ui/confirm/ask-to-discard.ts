import i18next from 'i18next'
import { confirm } from './confirm-store.ts'

/** Asks before changes that are not saved are lost; true where the person gives them up. */
export function askToDiscard(): Promise<boolean> {
  const t = i18next.getFixedT(null, 'ui')
  return confirm({
    title: t('leave.title'),
    description: t('leave.text'),
    confirmButtonName: t('leave.confirm'),
    cancelButtonName: t('leave.stay'),
    isDangerous: true,
  })
}
