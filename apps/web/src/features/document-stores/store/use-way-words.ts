import { useTranslation } from 'react-i18next'
import { useIsShown } from '../../../session/use-viewer.ts'

/** How the ways to a loader and to chunks are called: who may only look there is promised no more. */
export function useWayWords(): { settings: string; chunks: string } {
  const { t } = useTranslation('document-stores')
  const mayProcess = useIsShown({ permission: 'documentStores:preview-process' })
  const mayChange = useIsShown({
    permission: ['documentStores:update', 'documentStores:delete', 'documentStores:upsert-config'],
  })
  return {
    settings: t(mayProcess ? 'loader.settings' : 'loader.settingsOnly'),
    chunks: t(mayChange ? 'menu.chunks' : 'menu.chunksOnly'),
  }
}
