import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { CUSTOM_TOOL_TYPES, MOST_CUSTOM_TOOL_ROWS } from '@runnel/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type DraftRow, findRowFaults, hasDash, newRow, type RowFault } from './tool-draft.ts'
import './custom-tools.css'

interface InputRowsProps {
  rows: readonly DraftRow[]
  /** From the first refused save on. */
  showsFaults: boolean
  onChange: (rows: DraftRow[]) => void
}

/** What a tool asks models for, row by row. */
export function InputRows({ rows, showsFaults, onChange }: InputRowsProps) {
  const { t } = useTranslation('custom-tools')
  const faults = showsFaults ? findRowFaults(rows) : new Map()
  const group = useRef<HTMLFieldSetElement>(null)
  const focusOn = (selector: string) =>
    requestAnimationFrame(() => {
      const found = group.current?.querySelectorAll<HTMLElement>(selector)
      found?.[found.length - 1]?.focus()
    })
  const add = () => {
    onChange([...rows, newRow()])
    focusOn('[data-property]')
  }
  const remove = (row: DraftRow) => {
    onChange(rows.filter((each) => each !== row))
    focusOn('[data-add]')
  }
  const change = (row: DraftRow, fields: Partial<DraftRow>) =>
    onChange(rows.map((each) => (each === row ? { ...each, ...fields } : each)))
  return (
    <fieldset className="tool-rows" ref={group}>
      <legend>{t('rows.title')}</legend>
      <p className="field-help">{t('rows.help')}</p>
      {rows.map((row, index) => (
        <InputRow
          key={row.key}
          row={row}
          number={index + 1}
          fault={faults.get(row.key)}
          onChange={(fields) => change(row, fields)}
          onRemove={() => remove(row)}
        />
      ))}
      <div>
        <Button
          data-add
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.8} />}
          disabled={rows.length >= MOST_CUSTOM_TOOL_ROWS}
          onClick={add}
        >
          {t('rows.add')}
        </Button>
      </div>
    </fieldset>
  )
}

interface InputRowProps {
  row: DraftRow
  number: number
  fault: RowFault | undefined
  onChange: (fields: Partial<DraftRow>) => void
  onRemove: () => void
}

function InputRow({ row, number, fault, onChange, onRemove }: InputRowProps) {
  const { t } = useTranslation('custom-tools')
  const name = row.property.trim() || String(number)
  return (
    <fieldset className="tool-row" aria-label={t('rows.row', { name })}>
      <TextInput
        data-property
        label={t('rows.property')}
        value={row.property}
        maxLength={64}
        autoComplete="off"
        error={fault && t(`rows.fault.${fault}`, { name })}
        description={hasDash(name) && !fault && row.keptName === name ? t('rows.fault.dash', { name }) : null}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => onChange({ property: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('rows.type')}
        data={CUSTOM_TOOL_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        value={row.type}
        onChange={({ currentTarget }) =>
          onChange({ type: CUSTOM_TOOL_TYPES.find((type) => type === currentTarget.value) ?? 'string' })
        }
      />
      <TextInput
        className="tool-row-description"
        label={t('rows.description')}
        value={row.description}
        maxLength={10_000}
        autoComplete="off"
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Checkbox
        label={t('rows.required')}
        checked={row.required}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={t('rows.remove', { name })} onClick={onRemove}>
        <IconTrash size={17} stroke={1.8} />
      </ActionIcon>
    </fieldset>
  )
}
