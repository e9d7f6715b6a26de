import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFileDrop } from '../../../ui/use-file-drop.ts'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { FieldFrame } from './field-frame.tsx'
import { FileList } from './file-list.tsx'
import { listFiles, unsavedFiles, withoutFile } from './file-value.ts'
import { type FileFault, MAX_MEGABYTES, takeFiles } from './take-files.ts'

/** Files of a node: chosen by a button or dropped here; the server keeps them with the next save. */
export function FileField({ input, path, value }: FieldProps) {
  const id = useId()
  const { t } = useTranslation('node-form')
  const model = useFormModel()
  const [fault, setFault] = useState<FileFault>()
  const chooser = useRef<HTMLButtonElement>(null)
  const forgetChoice = useRef<() => void>(null)
  const files = listFiles(value)
  const unsaved = unsavedFiles(value)

  const take = async (chosen: readonly File[]) => {
    // Else the browser would not tell of the same file when it is chosen again.
    forgetChoice.current?.()
    if (chosen.length === 0 || model.isReadOnly) return
    const taken = await takeFiles(chosen, { fileType: input.fileType, held: unsaved })
    setFault('fault' in taken ? taken.fault : undefined)
    if ('value' in taken) setValue(model, path, taken.value)
  }
  const drop = useFileDrop(model.isReadOnly ? undefined : (dropped) => void take(dropped))
  const leave = (left: string) => {
    setFault(undefined)
    setValue(model, path, left)
    chooser.current?.focus()
  }
  const isOneOfMany = files.length > 1 && !model.isReadOnly

  const labelOfChooser = () => {
    if (files.length === 0) return t('file.choose')
    return unsaved.length > 0 ? t('file.add') : t('file.replace', { count: files.length })
  }

  return (
    <FieldFrame
      id={id}
      label={input.label}
      isOptional={input.optional}
      description={input.description}
      path={path}
    >
      <fieldset
        className="file-drop"
        aria-labelledby={`${id}-label`}
        data-dropping={drop.isOver || undefined}
        {...drop.handlers}
      >
        <FileList
          files={files}
          onRemove={isOneOfMany ? (place) => leave(withoutFile(value, place)) : undefined}
        />
        <div className="file-actions">
          <FileButton
            multiple
            accept={input.fileType ?? ''}
            resetRef={forgetChoice}
            onChange={(chosen) => void take(chosen)}
          >
            {(props) => (
              <Button
                {...props}
                ref={chooser}
                id={id}
                size="compact-sm"
                variant="default"
                disabled={model.isReadOnly}
                leftSection={<IconUpload size={14} stroke={1.8} aria-hidden />}
                aria-labelledby={`${id}-label ${id}`}
                aria-describedby={`${id}-help`}
              >
                {labelOfChooser()}
              </Button>
            )}
          </FileButton>
          {files.length === 0 || model.isReadOnly ? null : (
            <Button size="compact-sm" variant="subtle" onClick={() => leave('')}>
              {t(isOneOfMany ? 'file.removeAll' : 'file.remove')}
            </Button>
          )}
        </div>
        {fault === undefined ? null : (
          <p className="field-error" role="alert">
            {t(`file.${fault}`, { size: MAX_MEGABYTES, endings: input.fileType })}
          </p>
        )}
      </fieldset>
    </FieldFrame>
  )
}
