import { IconFile, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { OwnLink } from '../../../ui/own-link.tsx'
import { isDrawable, liesElsewhere, type ShownFile } from './shown-file.ts'
import './attachments.css'

/** The files of a person's message: images as thumbnails, others by name. */
export function MessageFiles({ files }: { files: readonly ShownFile[] }) {
  const { t } = useTranslation('chat')
  return (
    <ul className="message-files" aria-label={t('attach.sent')}>
      {files.map((file) => (
        <li key={file.place}>
          <MessageFile file={file} />
        </li>
      ))}
    </ul>
  )
}

function MessageFile({ file }: { file: ShownFile }) {
  const [isBroken, setIsBroken] = useState(false)
  const { name, mime, data } = file
  const address = addressOf(file)
  const sound = address ?? data
  if (mime.startsWith('audio/') && sound !== undefined)
    return (
      <audio className="message-audio" controls preload="metadata" src={sound} aria-label={name}>
        <track kind="captions" />
      </audio>
    )
  const isImage = isDrawable(file) && !isBroken
  const content = isImage ? (
    <img className="file-thumbnail" src={address ?? data} alt={name} onError={() => setIsBroken(true)} />
  ) : (
    <span className="file-chip">
      {mime.startsWith('image/') ? (
        <IconPhoto size={16} stroke={1.8} aria-hidden />
      ) : (
        <IconFile size={16} stroke={1.8} aria-hidden />
      )}
      <span className="file-chip-name">{name}</span>
    </span>
  )
  if (address === undefined || isBroken) return content
  const Place = liesElsewhere(file) ? OutsideLink : OwnLink
  return <Place address={address}>{content}</Place>
}

/** Where the file can be opened; undefined for one that only this page has. */
function addressOf(file: ShownFile): string | undefined {
  const { name, data, keptFor } = file
  if (keptFor) return api.addressOf('getUploadFile', { query: { ...keptFor, fileName: name } })
  return liesElsewhere(file) ? data : undefined
}
