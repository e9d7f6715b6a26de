import type { DocumentLoader } from '@runnel/contract'
import i18next from 'i18next'
import { confirm } from '../../ui/confirm/confirm-store.ts'

/** Asks before a loader is processed whose chunks were changed by hand, as that is lost; true where it may be. */
export async function askToProcess(loader: DocumentLoader | undefined): Promise<boolean> {
  if (loader?.edited !== true) return true
  const t = i18next.getFixedT(null, 'document-stores')
  return confirm({
    title: t('process.title', { name: loader.loaderName }),
    description: t('process.text'),
    confirmButtonName: t('process.confirm'),
    isDangerous: true,
  })
}
