/** Order statistics only: means hide what a waiting person feels. */

export function quantile(values, share) {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}

export const median = (values) => quantile(values, 0.5)
