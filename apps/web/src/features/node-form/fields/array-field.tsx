import { ActionIcon, Button } from '@mantine/core'
import { type InputDefinition, isJsonObject, type JsonObject, type JsonValue, ROW_ID } from '@runnel/contract'
import { rowsOf, visibleFields, withRowIds } from '@runnel/graph'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { focusAdded } from '../../../ui/focus-added.ts'
import { useFieldComponents } from '../field-components.ts'
import { type FieldProps, type FormModel, FormModelContext, useFormModel } from '../form-model.ts'
import { shownValue } from '../read-value.ts'

/** A list of rows with fields of their own; rows are added, moved and taken away, and keep their identity. */
export function ArrayField({ input, owner, path, value }: FieldProps) {
  const { Field } = useFieldComponents()
  const { t } = useTranslation('node-form')
  const outer = useFormModel()
  const list = listOfRows(input, value)
  const model = value === undefined ? storingFirst(outer, path, list) : outer
  const rows = rowsOf(list)
  const error = model.errorAt(path)
  const fieldsOf = (row: string) =>
    visibleFields(
      { values: withList(owner.values, input.name, list), inputs: owner.inputs, row },
      input.array ?? [],
    )
  return (
    <FormModelContext value={model}>
      <fieldset className="field field-rows">
        <legend>{input.label}</legend>
        {input.description ? <p className="field-help">{input.description}</p> : null}
        {rows.map(({ id, row }, index) => (
          <section
            key={id}
            className="row-card"
            aria-label={t('rows.row', { label: input.label, index: index + 1 })}
          >
            <RowHead
              index={index}
              last={rows.length - 1}
              label={input.label}
              canRemove={rows.length > (input.minItems ?? 0)}
              onMove={(to) => model.change([{ kind: 'move-row', path: `${path}[${id}]`, index: to }])}
              onRemove={() => model.change([{ kind: 'remove-row', path: `${path}[${id}]` }])}
            />
            {fieldsOf(id).map((field) => (
              <Field
                key={`${field.name}-${field.type}`}
                input={field}
                owner={owner}
                path={`${path}[${id}].${field.name}`}
                value={row[field.name]}
              />
            ))}
          </section>
        ))}
        {error === undefined ? null : (
          <p className="field-error" data-severity={model.severityAt(path)}>
            {error}
          </p>
        )}
        {model.isReadOnly ? null : (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.8} />}
            onClick={({ currentTarget }) => {
              model.change([{ kind: 'add-row', path, row: newRow(input.array ?? []) }])
              focusAdded(currentTarget.closest('fieldset'), 'section')
            }}
          >
            {t('rows.add', { label: input.label })}
          </Button>
        )}
      </fieldset>
    </FormModelContext>
  )
}

interface RowHeadProps {
  index: number
  last: number
  label: string
  canRemove: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

function RowHead({ index, last, label, canRemove, onMove, onRemove }: RowHeadProps) {
  const { t } = useTranslation('node-form')
  const { isReadOnly } = useFormModel()
  const name = { label, index: index + 1 }
  return (
    <div className="row-head">
      <span className="row-index">{index}</span>
      {isReadOnly ? null : (
        <>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('rows.up', name)}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          >
            <IconArrowUp size={14} stroke={1.8} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('rows.down', name)}
            disabled={index === last}
            onClick={() => onMove(index + 1)}
          >
            <IconArrowDown size={14} stroke={1.8} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('rows.remove', name)}
            disabled={!canRemove}
            onClick={onRemove}
          >
            <IconTrash size={14} stroke={1.8} />
          </ActionIcon>
        </>
      )}
    </div>
  )
}

/** The stored rows, or those of the default, which then carry ids like stored ones. */
function listOfRows(input: InputDefinition, value: JsonValue | undefined): JsonValue[] {
  const shown = shownValue(input, value)
  if (!Array.isArray(shown)) return []
  const haveIds = shown.every((row) => isJsonObject(row) && row[ROW_ID] !== undefined)
  return haveIds ? shown : withRowIds(shown, input.array ?? [])
}

/** Rows of a default are stored with the first change of one of them: a path into a missing row leads nowhere. */
function storingFirst(model: FormModel, path: string, list: JsonValue[]): FormModel {
  return { ...model, change: (changes) => model.change([{ kind: 'set', path, value: list }, ...changes]) }
}

/** Rules of a row read it through the owner's values, where rows of a default do not stand yet. */
function withList(values: JsonObject, name: string, list: JsonValue[]): JsonObject {
  return values[name] === undefined ? { ...values, [name]: list } : values
}

/** Fields of one name and several types take turns: the first one's default counts. */
function newRow(fields: readonly InputDefinition[]): JsonObject {
  const row: JsonObject = {}
  for (const { name, default: value } of fields) {
    if (value !== undefined && !Object.hasOwn(row, name)) row[name] = value
  }
  return row
}
