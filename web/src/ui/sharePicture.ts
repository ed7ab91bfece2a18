// Pictures that are shared with other programs of the device, or else saved.

/** Share a PNG of the server with a sentence about it; where browsers cannot share files, save it. */
export async function sharePicture(address: string, name: string, text: string): Promise<void> {
  const response = await fetch(address, { credentials: "same-origin" });
  if (!response.ok) throw new Error(response.statusText);
  const file = new File([await response.blob()], name, { type: "image/png" });
  if (!navigator.canShare?.({ files: [file] })) return save(file);
  try {
    await navigator.share({ files: [file], text });
  } catch (error) {
    if ((error as Error).name !== "AbortError") save(file);
  }
}

function save(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
