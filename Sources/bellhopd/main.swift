print("bellhopd")
