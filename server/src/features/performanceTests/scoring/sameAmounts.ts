import type { Unit } from './quantities.ts'
import type { Item, NumberItem, TimeItem } from './reading.ts'

export const isSameTime = (one: Pick<TimeItem, 'minutes' | 'isOpen'>, other: TimeItem): boolean =>
  one.minutes === other.minutes || ((one.isOpen || other.isOpen) && one.minutes % 720 === other.minutes % 720)

/** "9h" is a time or a duration. */
export const isHour = (item: Item, time: TimeItem): boolean =>
  item.kind === 'Number' &&
  item.unit?.of === 'time' &&
  item.unit.factor === 3600 &&
  isSameTime({ minutes: item.values[0]! * 60, isOpen: false }, time)

export const isBareHour = ({ values, unit }: NumberItem, time: TimeItem): boolean =>
  unit === null && isSameTime({ minutes: values[0]! * 60, isOpen: false }, time)

export const isYear = ({ values, unit }: NumberItem): boolean =>
  unit === null && values.length === 1 && values[0]! >= 1500 && values[0]! <= 2200

export const unitMark = ({ of, factor }: Unit): string => `${of} ${factor}`

/** The years and units that an item names. */
export function marksOf(item: Item): string[] {
  if (item.kind === 'Word') return item.unit ? [unitMark(item.unit)] : []
  if (item.kind === 'Number') return isYear(item) ? [`${item.values[0]}`] : []
  return item.kind === 'Date' ? item.readings.map(({ year }) => `${year}`) : []
}
