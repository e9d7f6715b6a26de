import { Button, Stack, Textarea } from '@mantine/core'
import { type DocumentChunk, isJsonObject, type JsonObject } from '@runnel/contract'
import { IconScissors } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notifications/notify.ts'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import { LazyCodeEditor } from '../../node-form/fields/lazy-code-editor.tsx'
import '../../node-form/node-form.css'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { placeInText } from './place-in-text.ts'

const LONGEST = 1_000_000

interface ChunkDialogProps {
  chunk: DocumentChunk
  /** What tells it from the other chunks of its list. */
  name: string
  /** It was changed. */
  onSaved: (chunk: DocumentChunk) => Promise<void>
  onClose: () => void
}

/** Changes text and metadata of a chunk, or cuts it in two at the caret. */
export function ChunkDialog({ chunk, name: n, onSaved, onClose }: ChunkDialogProps) {
  const { t } = useTranslation('document-stores')
  const shown = chunk.pageContent.replaceAll('\r\n', '\n')
  const writtenMetadata = JSON.stringify(chunk.metadata, null, 2)
  const [text, setText] = useState(shown)
  const [metadata, setMetadata] = useState(writtenMetadata)
  const [fault, setFault] = useState<'text' | 'metadata'>()
  const [caret, setCaret] = useState(0)
  const { storeId, docId: loaderId, id: place } = chunk
  const params = { storeId, loaderId, place }
  const done = async (said: string) => {
    notify.success(said, place)
    onClose()
    await onSaved(chunk)
  }
  const save = useMutation({
    mutationFn: (read: JsonObject) =>
      api.updateChunk({
        params,
        body: { pageContent: text === shown ? chunk.pageContent : text, metadata: read },
      }),
    onSuccess: () => done(t('chunk.saved', { n })),
  })
  const split = useMutation({
    mutationFn: (at: number) => api.splitChunk({ params, body: { at: [at] } }),
    onSuccess: () => done(t('chunk.split.done', { n })),
  })
  const isChanged = text !== shown || metadata !== writtenMetadata
  const canSplit = !isChanged && text.slice(0, caret).trim() !== '' && text.slice(caret).trim() !== ''
  const submit = () => {
    const read = readMetadata(metadata)
    const found = text.trim() === '' ? 'text' : read === undefined ? 'metadata' : undefined
    setFault(found)
    if (found === undefined && read !== undefined) save.mutate(read)
  }
  const failure = save.error ?? split.error
  return (
    <Dialog title={t('chunk.dialog', { n })} size="xl" closesOutside={false} onClose={onClose}>
      <Unsaved isChanged={isChanged} />
      <Stack gap="md">
        <FailureNote error={failure} />
        <Textarea
          label={t('chunk.text')}
          description={t('chunk.textHelp', { count: text.length })}
          data-autofocus
          autosize
          minRows={6}
          maxRows={18}
          maxLength={LONGEST}
          value={text}
          error={fault === 'text' ? t('chunk.textMissing') : undefined}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <MetadataField value={metadata} isFaulty={fault === 'metadata'} onChange={setMetadata} />
        <p className="store-note">{t('chunk.split.help')}</p>
        <DialogFoot>
          <Button
            variant="default"
            mr="auto"
            leftSection={<IconScissors size={16} stroke={1.8} />}
            disabled={!canSplit}
            loading={split.isPending}
            title={canSplit ? undefined : t('chunk.split.help')}
            onClick={() => split.mutate(placeInText(chunk.pageContent, caret))}
          >
            {t('chunk.split.button')}
          </Button>
          <CancelButton />
          <Button loading={save.isPending} disabled={!isChanged} onClick={submit}>
            {t('chunk.save')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

interface MetadataFieldProps {
  value: string
  isFaulty: boolean
  onChange: (value: string) => void
}

function MetadataField({ value, isFaulty, onChange }: MetadataFieldProps) {
  const { t } = useTranslation('document-stores')
  const id = useId()
  return (
    <div className="field" data-invalid={isFaulty ? 'error' : undefined}>
      <div className="field-head">
        <label id={`${id}-label`} htmlFor={id}>
          {t('chunk.metadata')}
        </label>
      </div>
      <LazyCodeEditor
        labelledBy={`${id}-label`}
        describedBy={`${id}-help`}
        language="json"
        value={value}
        isReadOnly={false}
        onChange={onChange}
      />
      {isFaulty ? (
        <p className="field-error" role="alert" id={`${id}-help`}>
          {t('chunk.metadataOdd')}
        </p>
      ) : (
        <p className="field-help" id={`${id}-help`}>
          {t('chunk.metadataHelp')}
        </p>
      )}
    </div>
  )
}

function readMetadata(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
