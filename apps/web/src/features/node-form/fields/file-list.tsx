import { ActionIcon, Button } from '@mantine/core'
import { IconFile, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../../../ui/format-size.ts'
import type { ShownFile } from './file-value.ts'

const SHOWN = 8
/** Files that are shown at once when somebody wants to see more. */
const MORE = 100

interface FileListProps {
  files: readonly ShownFile[]
  /** Absent where none can be taken out alone. */
  onRemove: ((place: number) => void) | undefined
}

/** The names of a param's files, with their sizes where they are known; of many the first, and how many there are. */
export function FileList({ files, onRemove }: FileListProps) {
  const { t, i18n } = useTranslation('node-form')
  const [most, setMost] = useState(SHOWN)
  if (files.length === 0) return <p className="field-help">{t('file.none')}</p>
  const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0)
  const more = Math.min(MORE, files.length - most)
  return (
    <>
      {files.length > SHOWN ? (
        <p className="field-help">
          {t('file.count', { count: files.length })}
          {size > 0 ? ` · ${formatSize(size, i18n.language)}` : null}
        </p>
      ) : null}
      <ul className="file-names">
        {files.slice(0, most).map((file, index) => (
          <FileName
            key={`${file.name}-${String(index)}`}
            file={file}
            onRemove={onRemove && (() => onRemove(index))}
          />
        ))}
      </ul>
      {more > 0 ? (
        <Button className="file-more" size="compact-xs" variant="subtle" onClick={() => setMost(most + MORE)}>
          {t('file.more', { count: more })}
        </Button>
      ) : null}
    </>
  )
}

interface FileNameProps {
  file: ShownFile
  onRemove: (() => void) | undefined
}

function FileName({ file: { name, size }, onRemove }: FileNameProps) {
  const { t, i18n } = useTranslation('node-form')
  return (
    <li>
      <IconFile size={14} stroke={1.8} aria-hidden />
      <span>{name}</span>
      {size === undefined ? null : <span className="file-size">{formatSize(size, i18n.language)}</span>}
      {onRemove ? (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t('file.removeOne', { name })}
          onClick={onRemove}
        >
          <IconX size={14} stroke={1.8} />
        </ActionIcon>
      ) : null}
    </li>
  )
}
