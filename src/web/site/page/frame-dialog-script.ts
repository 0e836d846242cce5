/** Makes a dialog close by its button and by a press beside it, Escape being the browser's own. */
export function startFrameDialog(dialog: HTMLDialogElement): void {
  dialog.querySelector('.frame-dialog-close')?.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
}
