import { Button, FileButton } from '@mantine/core'
import { IconFile, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { FieldFrame } from './field-frame.tsx'
import { listFiles, readFiles } from './file-value.ts'

/** What a save may hold, in base64 and with the rest of the flow, is 50 MB. */
const MAX_MEGABYTES = 30
const MEGABYTE = 1024 * 1024

/** Files of a node: chosen by a button or dropped here; the server keeps them with the next save. */
export function FileField({ input, path, value }: FieldProps) {
  const id = useId()
  const { t, i18n } = useTranslation('node-form')
  const model = useFormModel()
  const [isTooLarge, setTooLarge] = useState(false)
  const files = listFiles(value)
  const megabytes = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 })

  const take = async (chosen: readonly File[]) => {
    if (chosen.length === 0 || model.isReadOnly) return
    const size = chosen.reduce((sum, file) => sum + file.size, 0)
    setTooLarge(size > MAX_MEGABYTES * MEGABYTE)
    if (size <= MAX_MEGABYTES * MEGABYTE) setValue(model, path, await readFiles(chosen))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take([...event.dataTransfer.files])
  }

  return (
    <FieldFrame
      id={id}
      label={input.label}
      isOptional={input.optional}
      description={input.description}
      path={path}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside the button, which does the same */}
      <div className="file-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {files.length === 0 ? (
          <p className="field-help">{t('file.none')}</p>
        ) : (
          <ul className="file-names">
            {files.map(({ name, size }) => (
              <li key={name}>
                <IconFile size={14} stroke={1.8} aria-hidden />
                <span>{name}</span>
                {size === undefined ? null : (
                  <span className="file-size">
                    {t('file.size', { size: megabytes.format(size / MEGABYTE) })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        <div className="file-actions">
          <FileButton multiple accept={input.fileType ?? ''} onChange={(chosen) => void take(chosen)}>
            {(props) => (
              <Button
                {...props}
                id={id}
                size="compact-sm"
                variant="default"
                disabled={model.isReadOnly}
                leftSection={<IconUpload size={14} stroke={1.8} aria-hidden />}
                aria-labelledby={`${id}-label ${id}`}
                aria-describedby={`${id}-help`}
              >
                {t(files.length === 0 ? 'file.choose' : 'file.replace')}
              </Button>
            )}
          </FileButton>
          {files.length === 0 || model.isReadOnly ? null : (
            <Button size="compact-sm" variant="subtle" onClick={() => setValue(model, path, '')}>
              {t('file.remove')}
            </Button>
          )}
        </div>
        {isTooLarge ? (
          <p className="field-error" role="alert">
            {t('file.tooLarge', { size: MAX_MEGABYTES })}
          </p>
        ) : null}
      </div>
    </FieldFrame>
  )
}
