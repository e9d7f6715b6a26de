import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import { AddressForm } from './address-form.tsx'
import { PageFinder } from './page-finder.tsx'
import { PageList } from './page-list.tsx'
import { addPages, draftPages, findAddressFault, keptAddresses } from './pages-draft.ts'
import type { PageSearch } from './read-page-search.ts'

interface PagesDialogProps {
  initial: readonly string[]
  search: PageSearch
  onKeep: (addresses: string[]) => void
  onClose: () => void
}

/** Which pages of a site are read: those that are found from its address on, and those that are written by hand. */
export function PagesDialog({ initial, search, onKeep, onClose }: PagesDialogProps) {
  const { t } = useTranslation('node-form')
  const [entries, setEntries] = useState(() => draftPages(initial))
  const kept = keptAddresses(entries)
  const { limit = 0 } = search
  const add = (addresses: readonly string[]) => setEntries((now) => addPages(now, addresses))
  return (
    <Dialog title={t('pages.title')} size="lg" closesOutside={false} onClose={onClose}>
      <Unsaved isChanged={JSON.stringify(kept) !== JSON.stringify(initial)} />
      <div className="pages">
        <PageFinder search={search} entries={entries} onFound={add} />
        <AddressForm
          label={t('pages.add')}
          submit={t('pages.addButton')}
          initial=""
          findFault={(address) => findAddressFault(entries, address)}
          onSubmit={(address) => add([address])}
        />
        <PageList entries={entries} onChange={setEntries} />
        {limit > 0 && kept.length > limit ? (
          <Alert color="yellow" role="status">
            {t('pages.aboveLimit', { count: limit })}
          </Alert>
        ) : null}
      </div>
      <DialogFoot>
        <CancelButton />
        <Button onClick={() => onKeep(kept)}>{t('pages.keep', { count: kept.length })}</Button>
      </DialogFoot>
    </Dialog>
  )
}
