import { IconFile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../../../ui/format-size.ts'
import type { ShownFile } from './file-value.ts'

/** The names of a param's files, with their sizes where they are known. */
export function FileList({ files }: { files: readonly ShownFile[] }) {
  const { t, i18n } = useTranslation('node-form')
  if (files.length === 0) return <p className="field-help">{t('file.none')}</p>
  return (
    <ul className="file-names">
      {files.map(({ name, size }, index) => (
        <li key={`${name}-${String(index)}`}>
          <IconFile size={14} stroke={1.8} aria-hidden />
          <span>{name}</span>
          {size === undefined ? null : <span className="file-size">{formatSize(size, i18n.language)}</span>}
        </li>
      ))}
    </ul>
  )
}
