import { Button } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../../../ui/format-size.ts'
import type { ShownFile } from './file-value.ts'

const SHOWN = 8
/** Files that are shown at once when somebody wants to see more. */
const MORE = 100

/** The names of a param's files, with their sizes where they are known; of many the first, and how many there are. */
export function FileList({ files }: { files: readonly ShownFile[] }) {
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
          <FileName key={`${file.name}-${String(index)}`} file={file} />
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

function FileName({ file: { name, size } }: { file: ShownFile }) {
  const { i18n } = useTranslation('node-form')
  return (
    <li>
      <IconFile size={14} stroke={1.8} aria-hidden />
      <span>{name}</span>
      {size === undefined ? null : <span className="file-size">{formatSize(size, i18n.language)}</span>}
    </li>
  )
}
