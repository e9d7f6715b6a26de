import { Alert, Button, Stack } from '@mantine/core'
import { describeFilling } from '@runnel/graph'
import { IconDatabaseImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { FillBlock } from './fill-block.tsx'
import { type FillKeeper, isFilling } from './fill-keeper.ts'

interface FillStoresProps {
  keeper: FillKeeper
  stores: readonly { id: string; name: string }[]
}

/** The stores of the flow, which of them are filled, and how far that is. */
export function FillStores({ keeper, stores }: FillStoresProps) {
  const { t } = useTranslation('canvas')
  const { find } = useCanvasSession()
  const document = useEditor((state) => state.document)
  const isDirty = useEditor((state) => state.isDirty)
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const { fills, failure } = useStore(keeper.store)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const parts = useMemo(
    () => new Map(stores.map(({ id }) => [id, describeFilling(find, document, id)])),
    [stores, document, find],
  )
  const mayFill = !isReadOnly && !isDirty
  const isFree = (id: string) => {
    const fill = fills[id]
    return fill === undefined || !isFilling(fill)
  }
  const wanted = stores.filter(({ id }) => isFree(id) && !left.has(id)).map(({ id }) => id)
  return (
    <Stack gap="sm" pt="sm">
      <p className="fill-words">{t('fill.intro')}</p>
      {isDirty ? <Unsaved /> : null}
      {isReadOnly ? <p className="fill-words">{t('fill.readOnly')}</p> : null}
      <FailureNote error={failure} />
      {stores.map((store) => (
        <FillBlock
          key={store.id}
          store={store}
          nodes={parts.get(store.id) ?? []}
          fill={fills[store.id]}
          isChosen={!left.has(store.id)}
          onChoose={
            stores.length > 1 && !isReadOnly
              ? (isChosen) => setLeft(isChosen ? without(left, store.id) : new Set(left).add(store.id))
              : undefined
          }
          onFill={mayFill ? () => void keeper.begin([store.id]) : undefined}
          onStop={isReadOnly ? undefined : () => void keeper.stop(store.id)}
        />
      ))}
      {isReadOnly ? null : (
        <DialogFoot>
          <p className="fill-words fill-grow">{t('fill.leave')}</p>
          <Button
            leftSection={<IconDatabaseImport size={16} stroke={1.8} />}
            // Not the attribute `disabled`: with it the button would lose the focus by its own click.
            data-disabled={!mayFill || wanted.length === 0}
            aria-disabled={!mayFill || wanted.length === 0}
            onClick={() => mayFill && wanted.length > 0 && void keeper.begin(wanted)}
          >
            {stores.length > 1 ? t('fill.some', { count: wanted.length }) : t('fill.one')}
          </Button>
        </DialogFoot>
      )}
    </Stack>
  )
}

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((each) => each !== id))

/** What is filled is what was saved: what was not is told, with a way to save it. */
function Unsaved() {
  const { t } = useTranslation('canvas')
  const { drafts } = useCanvasSession()
  const save = useMutation({ mutationFn: () => drafts.save() })
  return (
    <Alert color="orange" title={t('fill.unsaved')} className="fill-alert">
      {t('fill.unsavedText')}
      <FailureNote error={save.error} mt="xs" />
      <div className="fill-actions">
        <Button size="xs" loading={save.isPending} onClick={() => save.mutate()}>
          {t('fill.save')}
        </Button>
      </div>
    </Alert>
  )
}
