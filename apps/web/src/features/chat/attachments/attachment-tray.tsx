import { ActionIcon } from '@mantine/core'
import { IconFile, IconPhoto, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { formatSize } from '../../../ui/format-size.ts'
import type { Attachments } from './attachment-store.ts'
import { limitOf, type RefusedFile } from './check-files.ts'
import { nameTypes, type UploadRules } from './upload-rules.ts'
import './attachments.css'

interface AttachmentTrayProps {
  attachments: Attachments
  rules: UploadRules
  /** The last file was removed: the focus needs another place. */
  onEmptied: () => void
}

/** So many refused files are named. */
const MOST_NAMED = 4

/** The files that go with the question, and why others do not. */
export function AttachmentTray({ attachments, rules, onEmptied }: AttachmentTrayProps) {
  const { t, i18n } = useTranslation('chat')
  const { items, refused } = useStore(attachments.store)
  const list = useRef<HTMLUListElement>(null)
  const remove = (id: string, index: number) => {
    const buttons = list.current?.querySelectorAll('button') ?? []
    const next = buttons[index + 1] ?? buttons[index - 1]
    if (next) next.focus()
    else onEmptied()
    attachments.remove(id)
  }
  const describe = ({ name, reason }: RefusedFile) =>
    t(`attach.refused.${reason}`, { name, max: limitOf(reason), types: nameTypes(rules) })
  return (
    <>
      {items.length === 0 ? null : (
        <ul className="attached-files" ref={list} aria-label={t('attach.list')}>
          {items.map(({ id, name, mime, size }, index) => (
            <li key={id} className="file-chip">
              {mime.startsWith('image/') ? (
                <IconPhoto size={16} stroke={1.8} aria-hidden />
              ) : (
                <IconFile size={16} stroke={1.8} aria-hidden />
              )}
              <span className="file-chip-name" title={name}>
                {name}
              </span>
              <span className="file-chip-size">{formatSize(size, i18n.language)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('attach.remove', { name })}
                onClick={() => remove(id, index)}
              >
                <IconX size={14} stroke={1.8} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {refused.length === 0 ? null : (
        <div role="alert" className="refused-files">
          {[...new Set(refused.slice(0, MOST_NAMED).map(describe))].map((words) => (
            <p key={words}>{words}</p>
          ))}
          {refused.length > MOST_NAMED ? (
            <p>{t('attach.alsoRefused', { count: refused.length - MOST_NAMED })}</p>
          ) : null}
        </div>
      )}
    </>
  )
}
