export async function takePictures() {}
