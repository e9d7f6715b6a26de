import { Button, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { type ConnectionChoice, connectNodes, listConnections } from '../editing/connect-nodes.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'

/** Draws an edge without a mouse: chooses among the connections that are allowed. The only one is chosen already. */
export function ConnectDialog({ sourceId, onClose }: { sourceId: string; onClose: () => void }) {
  const { t } = useTranslation('canvas')
  const { editor, find } = useCanvasSession()
  const document = useEditor((state) => state.document)
  const choices = useMemo(() => listConnections(document, find, sourceId), [document, find, sourceId])
  const [chosen, setChosen] = useState(choices.length === 1 ? '0' : null)
  const nameOf = ({ from, to, into }: ConnectionChoice) => {
    const end = into === '' ? to : t('connect.into', { node: to, input: into })
    return from === '' ? end : t('connect.from', { output: from, end })
  }
  const connect = (event: FormEvent) => {
    event.preventDefault()
    const choice = choices[Number(chosen)]
    if (choice) connectNodes({ editor, find }, choice.connection)
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={t('connect.title')}>
      <Stack component="form" onSubmit={connect}>
        {choices.length === 0 ? (
          <Text>{t('connect.none')}</Text>
        ) : (
          <Select
            label={t('connect.target')}
            data={choices.map((choice, index) => ({ value: String(index), label: nameOf(choice) }))}
            value={chosen}
            onChange={setChosen}
            allowDeselect={false}
            searchable
            selectFirstOptionOnChange
            selectFirstOptionOnDropdownOpen
            onFocus={({ currentTarget }) => currentTarget.select()}
            data-autofocus
          />
        )}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={chosen === null}>
            {t('connect.action')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
