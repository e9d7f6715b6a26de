import { Checkbox, Table } from '@mantine/core'

/** Rows that are chosen, for what is done with several at once. */
export interface RowChoice<Row> {
  /** The ids of those that are. */
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  /** Names the box of all rows that can be chosen. */
  allLabel: string
  /** Names the box of a row. */
  label: (row: Row) => string
  /** Why a row cannot be chosen; undefined where it can. */
  whyNot: (row: Row) => string | undefined
}

interface Named {
  id: string
}

/** The ids of the rows that can be chosen. */
const choosable = <Row extends Named>(rows: readonly Row[], { whyNot }: RowChoice<Row>): string[] =>
  rows.filter((row) => whyNot(row) === undefined).map(({ id }) => id)

/** Where the reason of a row stands, for the box that it explains. */
const reasonId = ({ id }: Named): string => `not-chosen-${id}`

interface ChoiceHeadProps<Row> {
  rows: readonly Row[]
  choice: RowChoice<Row>
}

/** Chooses all rows of the page that can be, or none. */
export function ChoiceHead<Row extends Named>({ rows, choice }: ChoiceHeadProps<Row>) {
  const ids = choosable(rows, choice)
  const count = ids.filter((id) => choice.chosen.has(id)).length
  const isWhole = ids.length > 0 && count === ids.length
  return (
    <Table.Th className="row-choice">
      <Checkbox
        aria-label={choice.allLabel}
        checked={isWhole}
        indeterminate={count > 0 && !isWhole}
        disabled={ids.length === 0}
        onChange={() => choice.onChange(new Set(isWhole ? [] : ids))}
      />
    </Table.Th>
  )
}

interface ChoiceProps<Row> {
  row: Row
  choice: RowChoice<Row>
}

/** Chooses a row, or gives it up. */
export function ChoiceCell<Row extends Named>({ row, choice }: ChoiceProps<Row>) {
  const { chosen, onChange, label, whyNot } = choice
  const isBarred = whyNot(row) !== undefined
  const toggle = () => {
    const next = new Set(chosen)
    if (!next.delete(row.id)) next.add(row.id)
    onChange(next)
  }
  return (
    <Table.Td className="row-choice">
      <Checkbox
        aria-label={label(row)}
        aria-describedby={isBarred ? reasonId(row) : undefined}
        checked={chosen.has(row.id)}
        disabled={isBarred}
        onChange={toggle}
      />
    </Table.Td>
  )
}

/** Says under the name of a row why it cannot be chosen. */
export function ChoiceReason<Row extends Named>({ row, choice }: ChoiceProps<Row>) {
  const reason = choice.whyNot(row)
  if (reason === undefined) return null
  return (
    <span id={reasonId(row)} className="row-reason">
      {reason}
    </span>
  )
}
