/** A moment's wait that keeps no process alive. */
export async function pause(milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())
}
