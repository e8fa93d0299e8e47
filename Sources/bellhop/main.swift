print("bellhop")
